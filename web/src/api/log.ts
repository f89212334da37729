/** The logs of runs, and the runs of a turn. */
import { queryOptions, type QueryClient } from '@tanstack/react-query'

import { post, read } from '@/api/client'
import { server } from '@/lib/paths'
import type { Event, EventPage, Run, RunList } from '@/wire/schema.gen'

const MOST_RUNS = 200

/** The runs of one turn, in order. A question ends a run; the answers begin the next. */
export const chainQuery = (run: Run) =>
  queryOptions({
    queryKey: ['runs', 'chain', run.turn_id],
    queryFn: ({ signal }) =>
      read<RunList>(server.runs, { thread_id: run.thread_id, limit: MOST_RUNS }, signal).then((found) =>
        found.runs
          .filter((one) => one.turn_id === run.turn_id)
          .toSorted((one, other) => one.created_at - other.created_at),
      ),
  })

/** A whole log as it stands. The key holds its length, so a run that went on is read anew. */
export const logQuery = (runId: string, lastSeq: number) =>
  queryOptions({
    queryKey: ['log', runId, lastSeq],
    queryFn: ({ signal }) => wholeLog(runId, signal),
    staleTime: Infinity,
  })

async function wholeLog(runId: string, signal: AbortSignal): Promise<Event[]> {
  const events: Event[] = []
  for (;;) {
    const page = await read<EventPage>(server.events(runId), { after: events.length }, signal)
    events.push(...page.events)
    if (page.over || page.events.length === 0) return events
  }
}

/** Where the events of a run stream from. */
export function eventsPath(runId: string, after: number): string {
  return `${server.events(runId)}?after=${after}`
}

export async function cancelRun(client: QueryClient, runId: string): Promise<Run> {
  try {
    return await post<Run>(server.cancel(runId))
  } finally {
    await client.invalidateQueries({ queryKey: ['run', runId] })
  }
}
