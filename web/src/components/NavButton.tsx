import { useRouterState } from '@tanstack/react-router'
import { Menu } from 'lucide-react'
import { useState } from 'react'

import { Sidebar } from '@/components/Sidebar'
import { t } from '@/text/t'
import { Drawer } from '@/ui/Drawer'
import { IconButton } from '@/ui/IconButton'

/** On a phone the sidebar is a drawer; this opens it, and it closes when a page was chosen. */
export function NavButton() {
  const path = useRouterState({ select: (state) => state.location.pathname })
  const [openAt, setOpenAt] = useState<string | null>(null)
  return (
    <div className="-ml-2 md:hidden">
      <IconButton
        tooltip={false}
        label={t('app.menu.open')}
        aria-haspopup="dialog"
        icon={<Menu className="size-5" />}
        onClick={() => setOpenAt(path)}
      />
      <Drawer open={openAt === path} onClose={() => setOpenAt(null)} label={t('app.nav')}>
        <Sidebar />
      </Drawer>
    </div>
  )
}
