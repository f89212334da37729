import { Link } from '@tanstack/react-router'

import { cx } from '@/lib/class'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import type { Behind } from '@/run/figures'
import { language, tag } from '@/text/t'

interface Props {
  n: number | undefined
  /** What it counts, for those who hear the link alone. */
  of: string
  /** The runs behind it. */
  to?: Behind | undefined
  tone?: 'bad' | 'wait' | undefined
  /** Words in the place of the number. */
  shown?: string
}

/** A count that opens the runs behind it; nothing is behind a zero. */
export function Count({ n = 0, of, to, tone, shown }: Props) {
  const words = shown ?? count(n, tag(language()))
  if (n === 0) return <span className="text-ink-3">0</span>
  const look = cx(tone === 'bad' && 'text-bad', tone === 'wait' && 'text-wait', tone && 'font-medium')
  if (!to) return <span className={look}>{words}</span>
  return (
    <Link to={paths.runs} search={to} aria-label={`${words} ${of}`} className={cx('underline decoration-line-control/50 underline-offset-3 hover:decoration-current', look)}>
      {words}
    </Link>
  )
}
