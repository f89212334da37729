/** What the addresses of dashboard and usage say: `/dashboard?range=7d&agent=clerk`, `/usage?by=model&month=-1`. */
export const RANGES = ['1h', '24h', '7d', '30d', '90d'] as const
export const GROUPS = ['day', 'user', 'model', 'agent', 'outcome'] as const

export type Range = (typeof RANGES)[number]
export type Group = (typeof GROUPS)[number]

const HOUR = 3_600_000
export const LENGTH: Record<Range, number> = { '1h': HOUR, '24h': 24 * HOUR, '7d': 168 * HOUR, '30d': 720 * HOUR, '90d': 2160 * HOUR }

export interface DashboardSearch {
  range?: Range
  agent?: string
  version?: string
}

export interface UsageSearch {
  by?: Group
  month?: 'last'
}

export function dashboardSearch(given: Record<string, unknown>): DashboardSearch {
  const range = RANGES.find((one) => one === given.range)
  return { ...(range && { range }), ...text(given, 'agent'), ...text(given, 'version') }
}

export function usageSearch(given: Record<string, unknown>): UsageSearch {
  const by = GROUPS.find((one) => one === given.by)
  return { ...(by && { by }), ...(given.month === 'last' && { month: 'last' }) }
}

function text(given: Record<string, unknown>, name: string) {
  const value = given[name]
  return (typeof value === 'string' || typeof value === 'number') && value !== '' ? { [name]: String(value) } : {}
}
