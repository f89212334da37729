import { cx } from '@/lib/class'

interface Props {
  part: number
  whole: number
  tone?: 'accent' | 'bad' | 'wait'
}

const FILL = { accent: 'bg-accent-fill', bad: 'bg-bad', wait: 'bg-wait' }

/** How much of a whole something is, for the eye alone: the number stands beside it. */
export function Share({ part, whole, tone = 'accent' }: Props) {
  const width = whole > 0 ? Math.min(100, (100 * part) / whole) : 0
  return (
    <span aria-hidden="true" className="inline-block h-1 w-12 overflow-hidden rounded-full bg-press align-middle">
      <span className={cx('block h-full rounded-full', FILL[tone])} style={{ width: `${width > 0 ? Math.max(3, width) : 0}%` }} />
    </span>
  )
}
