import { useState } from 'react'

import { EntryView } from '@/components/turn/EntryView'
import { cardLook } from '@/components/turn/cardLook'
import { capital, groupWords } from '@/components/turn/groupWords'
import { words } from '@/lib/format'
import { duration } from '@/lib/time'
import type { Timeline } from '@/run/timeline'
import { t } from '@/text/t'
import { Fold } from '@/ui/Fold'

interface Props {
  timeline: Timeline
  /** How long the turn took, ms. */
  took: number | undefined
}

/** What led to an answer, folded into one line. */
export function WorkFold({ timeline, took }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <Fold
      open={open}
      onToggle={() => setOpen(!open)}
      headClass="-ml-2 flex-none px-2 text-ink-3"
      bodyClass="space-y-3 border-l-2 border-line py-2 pl-4"
      head={<span className="min-w-0 [overflow-wrap:anywhere]">{titleOf(timeline, took)}</span>}
    >
      {timeline.work.map((entry) => (
        <EntryView key={entry.id} entry={entry} />
      ))}
    </Fold>
  )
}

/** "Looked up 3 cities, delete reports: rejected · 12 s". */
function titleOf({ summary, undone, work }: Timeline, took: number | undefined): string {
  const thought = work.some((entry) => entry.kind === 'reasoning')
  const states = new Map<string, number>()
  for (const card of undone) {
    const told = t('group.undone', { tool: words(card.tool), state: cardLook(card.state).word.toLowerCase() })
    states.set(told, (states.get(told) ?? 0) + 1)
  }
  const rest = [...states].map(([told, n]) => (n === 1 ? told : t('group.tool.many', { tool: told, n })))
  const done = summary.length > 0 ? [groupWords(summary)] : []
  const what = capital([...done, ...rest].join(t('group.comma'))) || t(thought ? 'thought.done' : 'work.worked')
  return took && took >= 1000 ? t('work.took', { what, time: duration(took) }) : what
}
