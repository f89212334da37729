/** Offsets in a log, to the millisecond. */
import { duration } from '@/lib/time'

const HOUR_MS = 3_600_000

/** "+0.412 s" since the start; long ones without what nobody needs. */
export function offset(ms: number): string {
  return ms < HOUR_MS ? `+${(ms / 1000).toFixed(3)} s` : `+${duration(ms)}`
}

/** "12 ms", "1.20 s", then as durations are told. */
export function took(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  return ms < 10_000 ? `${(ms / 1000).toFixed(2)} s` : duration(ms)
}
