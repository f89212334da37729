import { Outlet, useRouterState } from '@tanstack/react-router'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'

import { Mark } from '@/components/Mark'
import { OfflineBanner } from '@/components/OfflineBanner'
import { Sidebar } from '@/components/Sidebar'
import { useChanges } from '@/hooks/useChanges'
import { t } from '@/text/t'
import { Drawer } from '@/ui/Drawer'
import { IconButton } from '@/ui/IconButton'
import { Toasts } from '@/ui/Toast'
import { Tooltips } from '@/ui/Tooltips'

/** What stands around every page. */
export function Shell() {
  useChanges()
  return (
    <>
      <a
        href="#content"
        className="absolute -top-20 left-2 z-50 rounded-md bg-accent-fill px-3 py-2 text-sm text-on-accent focus:top-2"
      >
        {t('app.skip')}
      </a>
      <div className="flex h-dvh flex-col md:flex-row">
        <aside className="hidden w-60 shrink-0 border-r border-line bg-side md:block">
          <Sidebar />
        </aside>
        <TopBar />
        <div className="flex min-h-0 min-w-0 flex-1 flex-col">
          <OfflineBanner />
          <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 overflow-hidden outline-none">
            <Outlet />
          </main>
        </div>
      </div>
      <Toasts />
      <Tooltips />
    </>
  )
}

/** On a phone the sidebar is a drawer that closes when a page was chosen. */
function TopBar() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2 md:hidden">
      <IconButton
        tooltip={false}
        label={t('app.menu.open')}
        aria-haspopup="dialog"
        icon={<MenuIcon className="size-5" />}
        onClick={() => setOpenAt(path)}
      />
      <Drawer open={openAt === path} onClose={() => setOpenAt(null)} label={t('app.nav')}>
        <Sidebar />
      </Drawer>
      <Mark className="size-5" />
      <span className="text-sm font-semibold">{t('app.name')}</span>
    </header>
  )
}
