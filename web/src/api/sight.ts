/** What happened, how long it took and what it cost. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

import { opened, read } from '@/api/client'
import { server } from '@/lib/paths'
import type { Days } from '@/lib/days'
import type { Dashboard, QuotaList, Report } from '@/wire/schema.gen'

const CALM_MS = 15_000

/** @param lengthMs How far to look back. */
export const dashboardQuery = (lengthMs: number, agent?: string, version?: string) =>
  queryOptions({
    queryKey: ['dashboard', lengthMs, agent, version],
    queryFn: ({ signal }) => {
      const until = Date.now() + 1
      return read<Dashboard>(server.dashboard, { since: until - lengthMs, until, agent, version }, signal)
    },
    refetchInterval: CALM_MS,
    placeholderData: keepPreviousData,
  })

export const usageQuery = (by: string, days: Days) =>
  queryOptions({
    queryKey: ['usage', by, days.from, days.to],
    queryFn: ({ signal }) => read<Report>(server.usage, { by, ...days }, signal),
    refetchInterval: CALM_MS,
    placeholderData: keepPreviousData,
  })

export const quotasQuery = queryOptions({
  queryKey: ['quotas'],
  queryFn: ({ signal }) => read<QuotaList>(server.quotas, {}, signal).then((found) => found.quotas),
  refetchInterval: CALM_MS,
})

/** The report as a table for a spreadsheet. */
export async function usageCsv(by: string, days: Days): Promise<Blob> {
  const query = new URLSearchParams({ by, ...days, format: 'csv' })
  return (await opened(`${server.usage}?${query.toString()}`)).blob()
}
