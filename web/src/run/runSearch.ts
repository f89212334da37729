/** What the addresses of the runs say: `/runs?status=failed`, `/runs/run_…?view=trace#e12`. */
import type { Run } from '@/wire/schema.gen'

export const STATUSES = ['queued', 'running', 'interrupted', 'success', 'failed', 'cancelled'] as const satisfies Run['status'][]
export const VIEWS = ['log', 'calls', 'trace', 'replay'] as const

export type RunViewName = (typeof VIEWS)[number]

export interface RunsSearch {
  status?: Run['status']
  agent?: string
  /** The runs behind a figure of the dashboard: `tool:charge:failed`. */
  behind?: string
  version?: string
  since?: number
  until?: number
  least?: number
}

export interface RunSearch {
  view?: RunViewName
}

export function runsSearch(given: Record<string, unknown>): RunsSearch {
  const status = STATUSES.find((one) => one === given.status)
  return {
    ...(status && { status }),
    ...text(given, 'agent'),
    ...text(given, 'behind'),
    ...text(given, 'version'),
    ...number(given, 'since'),
    ...number(given, 'until'),
    ...number(given, 'least'),
  }
}

function text(given: Record<string, unknown>, name: string) {
  const value = given[name]
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? { [name]: String(value) } : {}
}

function number(given: Record<string, unknown>, name: string) {
  const value = given[name]
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? { [name]: value } : {}
}

export function runSearch(given: Record<string, unknown>): RunSearch {
  const view = VIEWS.find((one) => one === given.view)
  return view ? { view } : {}
}
