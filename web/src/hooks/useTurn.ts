import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { chainQuery, logQuery } from '@/api/log'
import { foldLog } from '@/run/log'
import type { Event, Run } from '@/wire/schema.gen'

const NONE: Event[] = []

/** The whole turn that a run is a part of: its runs, their events in order, and what they amount to. */
export function useTurn(run: Run, own: readonly Event[]) {
  const { data } = useQuery(chainQuery(run))
  const chain = useMemo(() => data ?? [run], [data, run])
  const logs = useQueries({
    queries: chain.map((one) => ({ ...logQuery(one.id, one.last_seq ?? 0), enabled: one.id !== run.id })),
    combine: (found) => found.map((one) => one.data ?? NONE),
  })
  return useMemo(() => {
    const place = chain.findIndex((one) => one.id === run.id)
    const before = logs.slice(0, place).flat()
    const after = logs.slice(place + 1).flat()
    return { chain, before, log: foldLog([...before, ...own, ...after]) }
  }, [chain, logs, own, run.id])
}
