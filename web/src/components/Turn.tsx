import { useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'

import { agentsQuery } from '@/api/queries'
import { EntryView } from '@/components/turn/EntryView'
import { WorkFold } from '@/components/turn/WorkFold'
import type { ChatMessage } from '@/run/message'
import { timelineOf, type Entry } from '@/run/timeline'
import type { Effect } from '@/wire/can.gen'

interface Props {
  message: ChatMessage
  /** A stream writes it at this moment. */
  live?: boolean
  /** The thread's last turn: only its questions can be answered. */
  last?: boolean
}

/** An assistant's turn. What it may do to the chat comes from `TurnContext`. */
export function Turn({ message, live = false }: Props) {
  const effects = useEffects(message.metadata?.agent)
  const timeline = timelineOf(message, { live, effects })
  const { createdAt, endedAt } = message.metadata ?? {}
  const took = createdAt && endedAt ? endedAt - createdAt : undefined
  return (
    <div className="space-y-3">
      {timeline.folded ? (
        <WorkFold timeline={timeline} took={took} />
      ) : (
        timeline.work.map((entry) => <Shown key={entry.id} entry={entry} />)
      )}
      {timeline.conclusion.map((entry) => (
        <Shown key={entry.id} entry={entry} />
      ))}
    </div>
  )
}

/** Drawn again only when it says something else: a stream changes its last entry alone. */
const Shown = memo(
  function Shown({ entry }: { entry: Entry }) {
    return <EntryView entry={entry} />
  },
  (one, other) => JSON.stringify(one.entry) === JSON.stringify(other.entry),
)

/** What the agent's tools may change, as the server says. */
function useEffects(agent: string | undefined): Readonly<Record<string, Effect>> {
  const { data } = useQuery(agentsQuery)
  return useMemo(() => {
    const tools = data?.find((one) => one.name === agent)?.tools ?? []
    return Object.fromEntries(tools.map((tool) => [tool.name, tool.effect]))
  }, [data, agent])
}
