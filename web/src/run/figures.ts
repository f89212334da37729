/** Figures for the eye: shares, columns of a chart, and which runs are behind each. Pure. */
import type { Dashboard, Point, Spread, Totals, Version } from '@/wire/schema.gen'

/** What the address of the list of runs says to show those behind a figure. */
export interface Behind {
  behind: string
  since: number
  until: number
  agent?: string
  version?: string
  least?: number
}

export function behind(board: Dashboard, mark: string, more: Partial<Behind> = {}): Behind {
  return { behind: mark, since: board.since, until: board.until, ...more }
}

/** "12 %", "0.4 %", "<0.1 %"; empty when there is no whole. */
export function share(part: number, whole: number): string {
  if (!whole) return ''
  const percent = (100 * part) / whole
  if (part > 0 && percent < 0.1) return '<0.1 %'
  return `${percent < 10 && percent > 0 ? percent.toFixed(1).replace(/\.0$/, '') : Math.round(percent)} %`
}

export interface Fault {
  key: 'failed' | 'cancelled' | 'model_failed' | 'fallback' | 'held' | 'invalid' | 'refused' | 'rejected' | 'expired' | 'tool_failed' | 'indeterminate'
  count: number
  of: number
  whole: 'runs' | 'model_calls' | 'tool_calls'
  mark: string
}

const FAULTS: readonly [Fault['key'], Fault['whole'], string][] = [
  ['failed', 'runs', 'run::failed'],
  ['cancelled', 'runs', 'run::cancelled'],
  ['model_failed', 'model_calls', 'model::failed'],
  ['fallback', 'model_calls', 'model::fallback'],
  ['held', 'model_calls', 'run::held'],
  ['invalid', 'tool_calls', 'tool::invalid'],
  ['refused', 'tool_calls', 'tool::refused'],
  ['rejected', 'tool_calls', 'tool::rejected'],
  ['expired', 'tool_calls', 'tool::expired'],
  ['tool_failed', 'tool_calls', 'tool::failed'],
  ['indeterminate', 'tool_calls', 'run::indeterminate'],
]

/** Everything that can go wrong, in a fixed order, so that the eye finds it again. */
export function faultsOf(totals: Totals): Fault[] {
  return FAULTS.map(([key, whole, mark]) => ({ key, whole, mark, count: totals[key] ?? 0, of: totals[whole] ?? 0 }))
}

export const OUTCOMES = ['success', 'interrupted', 'cancelled', 'failed'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** A point for every step of the range, also where nothing happened. */
export function everyStep({ steps, points }: Pick<Dashboard, 'steps' | 'points'>): Point[] {
  const found = new Map(points.map((point) => [point.at, point]))
  return steps.map((at) => found.get(at) ?? { at })
}

/** "–" where nothing was measured. */
export function spread(of: Spread | undefined, which: 'p50' | 'p95'): number | null {
  return of?.[which] ?? null
}

const STEPS = [1, 2, 2.5, 5, 10]

/** Round numbers from 0 to at least `most`, three or four of them. */
export function ticks(most: number): number[] {
  const rough = (most || 1) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough - 1e-12) ?? 10) * power
  const count = Math.max(1, Math.ceil((most || 1) / step - 1e-9))
  return Array.from({ length: count + 1 }, (_, place) => Number((place * step).toPrecision(12)))
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const TIMES = [
  1, 2, 5, 10, 20, 50, 100, 200, 500,
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * MINUTE),
  ...[1, 2, 4, 8, 12, 24, 48, 168].map((n) => n * HOUR),
]

/** The same for durations in ms: seconds, minutes and hours that one counts in. */
export function timeTicks(most: number): number[] {
  const step = TIMES.find((one) => one * 4 >= most) ?? ticks(most)[1] ?? 1
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, place) => place * step)
}

/** "500 ms", "30 s", "5 min", "2 h": for an axis, on which times are round. */
export function roundTime(ms: number): string {
  if (ms < SECOND) return `${ms} ms`
  if (ms < 2 * MINUTE && ms % MINUTE !== 0) return `${ms / SECOND} s`
  return ms < 2 * HOUR && ms % HOUR !== 0 ? `${Number((ms / MINUTE).toFixed(1))} min` : `${Number((ms / HOUR).toFixed(1))} h`
}

/** Which labels are drawn: the first of equal ones, and none nearer than `room` pixels to the one before. */
export function drawnLabels(labels: readonly string[], slot: number, room: number): boolean[] {
  let last = -Infinity
  return labels.map((label, place) => {
    const drawn = label !== labels[place - 1] && (place - last) * slot >= room
    if (drawn) last = place
    return drawn
  })
}

/** The agents to choose from, and the versions of the chosen one; what is chosen stays one of them. */
export function choices(versions: readonly Version[], agent = '', version = '') {
  const agents = versions.map((one) => one.agent)
  const of = versions.filter((one) => one.agent === agent).map((one) => one.version)
  const known = (names: string[]) => [...new Set(names)].filter(Boolean)
  return { agents: known([...agents, agent]), versions: agent ? known([...of, version]) : [] }
}
