import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'

import { Missing } from '@/components/Missing'
import { PageError } from '@/components/PageError'
import { PageLoading } from '@/components/PageLoading'
import { Shell } from '@/components/Shell'
import { inboxSearch } from '@/run/inboxSearch'
import { runSearch, runsSearch } from '@/run/runSearch'

const root = createRootRoute({ component: Shell, notFoundComponent: Missing })

/** Every page is a chunk of its own. Pages that are to come have their place here. */
const pages = [
  createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('@/pages/NewChat')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/chat/$agent/$threadId',
    component: lazyRouteComponent(() => import('@/pages/Chat')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    validateSearch: inboxSearch,
    component: lazyRouteComponent(() => import('@/pages/Inbox')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs',
    validateSearch: runsSearch,
    component: lazyRouteComponent(() => import('@/pages/Runs')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/runs/$runId',
    validateSearch: runSearch,
    component: lazyRouteComponent(() => import('@/pages/Run')),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/threads',
    component: lazyRouteComponent(() => import('@/pages/Threads')),
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
