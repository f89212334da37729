/** What the addresses of the runs say: `/runs?status=failed`, `/runs/run_…?view=trace#e12`. */
import type { Run } from '@/wire/schema.gen'

export const STATUSES = ['queued', 'running', 'interrupted', 'success', 'failed', 'cancelled'] as const satisfies Run['status'][]
export const VIEWS = ['log', 'calls', 'trace', 'replay'] as const

export type RunViewName = (typeof VIEWS)[number]

export interface RunsSearch {
  status?: Run['status']
  agent?: string
}

export interface RunSearch {
  view?: RunViewName
}

export function runsSearch(given: Record<string, unknown>): RunsSearch {
  const status = STATUSES.find((one) => one === given.status)
  const agent = typeof given.agent === 'string' && given.agent ? given.agent : undefined
  return { ...(status && { status }), ...(agent && { agent }) }
}

export function runSearch(given: Record<string, unknown>): RunSearch {
  const view = VIEWS.find((one) => one === given.view)
  return view ? { view } : {}
}
