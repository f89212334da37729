import type { ReactNode } from 'react'

import { cx } from '@/lib/class'

interface Props {
  children: ReactNode
  tone?: 'neutral' | 'accent' | 'wait' | 'bad'
  className?: string
}

const LOOK = {
  neutral: 'bg-sunken text-ink-2',
  accent: 'bg-accent-soft text-accent',
  wait: 'bg-wait-soft text-wait',
  bad: 'bg-bad-soft text-bad',
}

/** A short fact beside a name: a count, a kind. */
export function Badge({ children, tone = 'neutral', className }: Props) {
  return (
    <span
      className={cx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full px-1.5 text-2xs font-medium whitespace-nowrap',
        LOOK[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
