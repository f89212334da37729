import { Outlet } from '@tanstack/react-router'

import { OfflineBanner } from '@/components/OfflineBanner'
import { Sidebar } from '@/components/Sidebar'
import { useChanges } from '@/hooks/useChanges'
import { t } from '@/text/t'
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
      <div className="flex h-dvh">
        <aside className="hidden w-60 shrink-0 border-r border-line bg-side md:block">
          <Sidebar />
        </aside>
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
