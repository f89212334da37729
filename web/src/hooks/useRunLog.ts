import { useEffect, useState } from 'react'

import { eventsPath } from '@/api/log'
import { asProblem, type Problem } from '@/api/problem'
import { follow } from '@/api/stream'
import type { Event } from '@/wire/schema.gen'

/** Many events in one drawing: a reader sees no more than this. */
const DRAW_MS = 60

interface Log {
  runId: string
  events: readonly Event[]
  /** The run has ended and nothing more will come. */
  over: boolean
  problem?: Problem
}

/** The events of a run from the first one on, followed until it ends; none is lost or doubled. */
export function useRunLog(runId: string): Log {
  const [log, setLog] = useState<Log>({ runId, events: [], over: false })
  useEffect(() => {
    const leaving = new AbortController()
    const events: Event[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const draw = (rest: Pick<Log, 'over' | 'problem'>) => {
      clearTimeout(timer)
      timer = undefined
      if (!leaving.signal.aborted) setLog({ runId, events: [...events], ...rest })
    }
    const last = () => events.at(-1)?.seq ?? 0
    follow(
      () => eventsPath(runId, last()),
      ({ data }) => {
        const event: Event = JSON.parse(data)
        if (event.seq !== last() + 1) return
        events.push(event)
        timer ??= setTimeout(() => draw({ over: false }), DRAW_MS)
      },
      leaving.signal,
    ).then(
      () => draw({ over: true }),
      (error: unknown) => draw({ over: true, problem: asProblem(error) }),
    )
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [runId])
  return log.runId === runId ? log : { runId, events: [], over: false }
}
