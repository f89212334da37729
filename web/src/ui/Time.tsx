import { useSyncExternalStore } from 'react'

import { minute, onMinute } from '@/lib/minute'
import { absolute, relative } from '@/lib/time'
import { language, tag } from '@/text/t'

interface Props {
  /** Milliseconds since the epoch. */
  at: number
  className?: string
}

/** A time by its distance; the whole time in its title. */
export function Time({ at, className }: Props) {
  const now = useSyncExternalStore(onMinute, minute)
  const words = tag(language())
  return (
    <time dateTime={new Date(at).toISOString()} title={absolute(at, words)} className={className}>
      {relative(at, Math.max(now, at > now && at - now < 60_000 ? at : now), words)}
    </time>
  )
}
