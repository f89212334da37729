import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { read } from '@/api/client'
import { server } from '@/lib/paths'
import type { Trace } from '@/wire/schema.gen'

const LIVE_MS = 1_000

/** The trace of the turn that a run belongs to; read again and again while something goes on. */
export function useTrace(runId: string, live: boolean) {
  return useQuery({
    queryKey: ['trace', runId, live],
    queryFn: ({ signal }) => read<Trace>(server.trace(runId), {}, signal),
    refetchInterval: live ? LIVE_MS : false,
    placeholderData: keepPreviousData,
  })
}
