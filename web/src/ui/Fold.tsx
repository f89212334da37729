import { ChevronRight } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { cx } from '@/lib/class'

interface Props {
  open: boolean
  onToggle: () => void
  /** The line that is always there. */
  head: ReactNode
  /** What stands right of it and is no part of the button. */
  aside?: ReactNode
  children: ReactNode
  className?: string
  headClass?: string
  bodyClass?: string
}

/** A line that opens. Closed content is not in the page. */
export function Fold({ open, onToggle, head, aside, children, className, headClass, bodyClass }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <div className="flex min-w-0 items-center">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
          className={cx(
            'flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md text-left text-sm hover:bg-hover',
            headClass,
          )}
        >
          {head}
          <ChevronRight aria-hidden="true" className={cx('size-3.5 shrink-0 text-ink-3', open && 'rotate-90')} />
        </button>
        {aside}
      </div>
      {open && (
        <div id={id} className={bodyClass}>
          {children}
        </div>
      )}
    </div>
  )
}
