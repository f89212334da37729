import type { ReactNode } from 'react'

import { NavButton } from '@/components/NavButton'
import { useTitle } from '@/hooks/useTitle'
import { cx } from '@/lib/class'

interface Props {
  title: string
  /** What stands right of the title: filters, buttons. */
  actions?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** The frame of a page that scrolls: a title, what can be done, and the content. */
export function Page({ title, actions, wide, children }: Props) {
  useTitle(title)
  const width = cx('mx-auto w-full px-4 md:px-6', wide ? 'max-w-[1600px]' : 'max-w-4xl')
  return (
    <div className="scrollbar-thin h-full overflow-y-auto">
      <div className={cx(width, 'flex min-h-14 flex-wrap items-center gap-x-4 gap-y-2 py-3')}>
        <NavButton />
        <h1 className="min-w-0 flex-1 truncate text-lg font-semibold">{title}</h1>
        {actions}
      </div>
      <div className={cx(width, 'pb-10')}>{children}</div>
    </div>
  )
}
