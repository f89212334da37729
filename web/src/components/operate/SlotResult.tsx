import { useQuery } from '@tanstack/react-query'

import { runQuery } from '@/api/queries'
import { RunStatus } from '@/components/inspector/RunStatus'
import { t, type Key } from '@/text/t'
import { StatusWord, type Tone } from '@/ui/StatusWord'
import type { Slot } from '@/wire/schema.gen'

const TONE: Record<Slot['state'], Tone> = { fired: 'good', waiting: 'busy', skipped: 'refused', failed: 'bad' }

const WHY: Record<string, Key> = {
  missed: 'schedules.why.missed',
  overlap: 'schedules.why.overlap',
  paused: 'schedules.why.paused',
}

/** What became of one time: how its run stands, or why it has none. */
export function SlotResult({ slot }: { slot: Slot }) {
  const { data } = useQuery({ ...runQuery(slot.run_id ?? ''), enabled: Boolean(slot.run_id) })
  return data ? <RunStatus run={data.run} waits={data.open.length > 0} /> : <SlotWord slot={slot} />
}

function SlotWord({ slot }: { slot: Slot }) {
  const why = slot.why ? (WHY[slot.why] ? t(WHY[slot.why] ?? 'schedules.why.paused') : slot.why) : ''
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2">
      <StatusWord tone={TONE[slot.state]}>{t(`schedules.slot.${slot.state}`)}</StatusWord>
      {why && <span className="text-xs text-ink-3">{why}</span>}
    </span>
  )
}
