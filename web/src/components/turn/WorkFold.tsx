import { useState } from 'react'

import { EntryView } from '@/components/turn/EntryView'
import { groupWords } from '@/components/turn/groupWords'
import { duration } from '@/lib/time'
import type { Timeline } from '@/run/timeline'
import { plural, t } from '@/text/t'
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

function titleOf({ summary, trouble, work }: Timeline, took: number | undefined): string {
  const thought = work.some((entry) => entry.kind === 'reasoning')
  const calls = groupWords(summary) || t(thought ? 'thought.done' : 'work.worked')
  const what = trouble ? `${calls}, ${plural('group.trouble.one', 'group.trouble.many', trouble)}` : calls
  return took && took >= 1000 ? t('work.took', { what, time: duration(took) }) : what
}
