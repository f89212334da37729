import type { HTMLAttributes, ReactNode } from 'react'

import { cx } from '@/lib/class'

interface Props extends HTMLAttributes<HTMLElement> {
  tone?: 'plain' | 'wait' | 'bad'
  children: ReactNode
}

const LOOK = {
  plain: 'border-line bg-raised',
  wait: 'border-wait-line bg-raised',
  bad: 'border-bad-line bg-raised',
}

/** A framed thing. */
export function Card({ tone = 'plain', className, children, ...rest }: Props) {
  return (
    <section {...rest} className={cx('rounded-lg border', LOOK[tone], className)}>
      {children}
    </section>
  )
}
