import { useQuery } from '@tanstack/react-query'
import { Fragment, memo, useMemo } from 'react'

import { agentsQuery } from '@/api/queries'
import { EntryView } from '@/components/turn/EntryView'
import { WorkFold } from '@/components/turn/WorkFold'
import type { Card } from '@/run/card'
import { useStillOpen } from '@/hooks/useStillOpen'
import type { ChatMessage } from '@/run/message'
import { cardsOf, timelineOf, type Entry } from '@/run/timeline'
import { t } from '@/text/t'
import type { Effect } from '@/wire/can.gen'

interface Props {
  message: ChatMessage
  /** A stream writes it at this moment. */
  live?: boolean
  /** The thread's newest turn: only there something may still be offered. */
  last?: boolean
}

/** An assistant's turn. What it may do to the chat comes from `TurnContext`. */
export function Turn({ message, live = false, last = false }: Props) {
  const effects = useEffects(message.metadata?.agent)
  const timeline = timelineOf(message, { live, last, effects })
  const { createdAt, endedAt } = message.metadata ?? {}
  const took = createdAt && endedAt ? endedAt - createdAt : undefined
  return (
    <div className="space-y-3">
      {timeline.folded ? (
        <WorkFold timeline={timeline} took={took} />
      ) : (
        <Listed entries={timeline.work} open={timeline.open} />
      )}
      <Listed entries={timeline.conclusion} open={timeline.open} />
    </div>
  )
}

/** Entries in order; before the first of several questions it says how many wait. */
function Listed({ entries, open }: { entries: Entry[]; open: string[] }) {
  return entries.map((entry) => (
    <Fragment key={entry.id}>
      {open.length > 1 && entry.id === open[0] && <Several asked={entries.flatMap(cardsOf)} open={open} />}
      <Shown entry={entry} />
    </Fragment>
  ))
}

/** Some may be decided that the message still tells as open: the server knows. */
function Several({ asked, open }: { asked: Card[]; open: string[] }) {
  const ids = asked.filter((card) => open.includes(card.id)).map((card) => card.question?.interrupt.id ?? '')
  const waiting = useStillOpen(ids)
  return waiting > 1 && <p className="text-sm text-ink-2">{t('ask.many', { n: waiting })}</p>
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
