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

/** A step in full, for tables and tips: "Nov 23, 18:00". */
export function stepWords(at: number, step: number): string {
  return format(at, step < DAY ? { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false } : { month: 'short', day: 'numeric' })
}

/** A step on the axis: "18:00" within some days, "Nov 23" in longer ranges. */
export function stepMark(at: number, range: number): string {
  return format(at, range > 3 * DAY ? { month: 'short', day: 'numeric' } : { hour: '2-digit', minute: '2-digit', hour12: false })
}

/** Dollars on an axis: cents, unless they are finer. */
export function axisMoney(value: number): string {
  const fine = Math.abs(value * 100 - Math.round(value * 100)) > 1e-9
  return new Intl.NumberFormat(tag(language()), { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol', ...(fine && { maximumSignificantDigits: 3 }) }).format(value)
}

function format(at: number, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(tag(language()), parts).format(at)
}
