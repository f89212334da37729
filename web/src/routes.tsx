import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'

import { Missing } from '@/components/Missing'
import { PageError } from '@/components/PageError'
import { PageLoading } from '@/components/PageLoading'
import { Shell } from '@/components/Shell'
import { accessSearch } from '@/run/accessSearch'
import { inboxSearch } from '@/run/inboxSearch'
import { runSearch, runsSearch } from '@/run/runSearch'
import { dashboardSearch, usageSearch } from '@/run/sightSearch'

const root = createRootRoute({ component: Shell, notFoundComponent: Missing })

/** A chunk that can't be had is said on the page. The router would reload the window, which a server that is away empties. */
const page = <T extends { default: ComponentType }>(load: () => Promise<T>) =>
  lazyRouteComponent(() =>
    load().catch((cause: unknown) => {
      throw new Error('This page could not be loaded.', { cause })
    }),
  )

/** Every page is a chunk of its own. Pages that are to come have their place here. */
const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: page(() => import('@/pages/NewChat')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chat/$agent/$threadId',
    component: page(() => import('@/pages/Chat')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    validateSearch: inboxSearch,
    component: page(() => import('@/pages/Inbox')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs',
    validateSearch: runsSearch,
    component: page(() => import('@/pages/Runs')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$runId',
    validateSearch: runSearch,
    component: page(() => import('@/pages/Run')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/threads',
    component: page(() => import('@/pages/Threads')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/dashboard',
    validateSearch: dashboardSearch,
    component: page(() => import('@/pages/Dashboard')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/usage',
    validateSearch: usageSearch,
    component: page(() => import('@/pages/Usage')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/workers',
    component: page(() => import('@/pages/Workers')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/schedules',
    component: page(() => import('@/pages/Schedules')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/schedules/$scheduleId',
    component: page(() => import('@/pages/Schedule')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks',
    component: page(() => import('@/pages/Webhooks')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/webhooks/$hookId',
    component: page(() => import('@/pages/Webhook')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/access',
    validateSearch: accessSearch,
    component: page(() => import('@/pages/Access')),
  }),
] as const

export const router = createRouter({
  routeTree: root.addChildren(pages),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultPendingComponent: PageLoading,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
