/** How the dashboard writes times, money and counts. */
import { count, usd } from '@/lib/format'
import { took } from '@/run/logTime'
import { spread } from '@/run/figures'
import { language, tag } from '@/text/t'
import type { Dashboard, Spread } from '@/wire/schema.gen'

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

type Steps = Pick<Dashboard, 'since' | 'until' | 'step' | 'zone'>

/** A step in full, for tables and tips: "Nov 23, 18:00", or a day of the tenant's zone: "Nov 23". */
export function stepWords(at: number, board: Steps): string {
  if (board.step >= DAY) return format(at, { month: 'short', day: 'numeric', timeZone: board.zone })
  return format(at, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false })
}

/** A step on the axis: "18:00" within some days, "Nov 23" in longer ranges. */
export function stepMark(at: number, board: Steps): string {
  if (board.until - board.since <= 3 * DAY) return format(at, { hour: '2-digit', minute: '2-digit', hour12: false })
  return format(at, { month: 'short', day: 'numeric', ...(board.step >= DAY && { timeZone: board.zone }) })
}

/** Dollars on an axis: cents, unless they are finer. */
export function axisMoney(value: number): string {
  const fine = Math.abs(value * 100 - Math.round(value * 100)) > 1e-9
  return new Intl.NumberFormat(tag(language()), { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...(fine && { maximumSignificantDigits: 3 }) }).format(value)
}

function format(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tag(language()), parts).format(at)
}
