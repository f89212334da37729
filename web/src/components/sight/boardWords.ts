/** How the dashboard writes times, money and counts. */
import { count, usd } from '@/lib/format'
import { took } from '@/run/logTime'
import { spread } from '@/run/figures'
import { language, tag } from '@/text/t'
import type { Spread } from '@/wire/schema.gen'

const DAY = 86_400_000

export function number(value: number | undefined): string {
  return count(value ?? 0, tag(language()))
}

export function money(amount: string | undefined): string {
  return usd(amount ?? '0', tag(language()))
}

export function time(of: Spread | undefined, which: 'p50' | 'p95'): string {
  const ms = spread(of, which)
  return ms === null ? '–' : took(ms)
}

/** "14:30" where steps are short, "Nov 30" where they are days. */
export function stepWords(at: number, step: number, range: number): string {
  const parts: Intl.DateTimeFormatOptions =
    step >= DAY || range > 3 * DAY ? { month: 'short', day: 'numeric', ...(step < DAY && { hour: '2-digit', hour12: false }) } : { hour: '2-digit', minute: '2-digit', hour12: false }
  return new Intl.DateTimeFormat(tag(language()), parts).format(at)
}
