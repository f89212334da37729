import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'

import { EventRow } from '@/components/inspector/EventRow'
import { ReplayState } from '@/components/inspector/ReplayState'
import { useReplay } from '@/hooks/useReplay'
import { foldLog } from '@/run/log'
import { t } from '@/text/t'
import { IconButton } from '@/ui/IconButton'
import { Slider } from '@/ui/Slider'
import type { Event } from '@/wire/schema.gen'

interface Props {
  /** The events of the turn's earlier runs. */
  before: readonly Event[]
  events: readonly Event[]
}

/** The turn as it was after any event of the run. */
export function Replay({ before, events }: Props) {
  const { at, playing, go, play } = useReplay(events.length)
  const [open, setOpen] = useState(false)
  const shown = useDeferredValue(at)
  const log = useMemo(() => foldLog([...before, ...events.slice(0, shown)]), [before, events, shown])
  const event = events[at - 1]
  if (!event) return <p className="py-8 text-center text-sm text-ink-3">{t('log.empty')}</p>
  return (
    <section aria-label={t('run.view.replay')} className="space-y-4">
      <div className="sticky top-0 z-10 bg-ground pt-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="flex">
            <IconButton label={t('replay.first')} icon={<ChevronFirst className="size-4" />} onClick={() => go(1)} />
            <IconButton label={t('replay.back')} icon={<ChevronLeft className="size-4" />} onClick={() => go(at - 1)} />
            <IconButton
              label={t(playing ? 'replay.pause' : 'replay.play')}
              icon={playing ? <Pause className="size-4" /> : <Play className="size-4" />}
              onClick={play}
            />
            <IconButton label={t('replay.next')} icon={<ChevronRight className="size-4" />} onClick={() => go(at + 1)} />
            <IconButton
              label={t('replay.last')}
              icon={<ChevronLast className="size-4" />}
              onClick={() => go(events.length)}
            />
          </span>
          <Slider
            label={t('replay.slider')}
            min={1}
            max={events.length}
            value={at}
            words={t('replay.at', { n: at, all: events.length })}
            onChange={go}
            className="min-w-40 flex-1 max-sm:order-last max-sm:basis-full"
          />
          <span className="flex-1 text-right text-sm text-ink-2 sm:w-36 sm:flex-none">{t('replay.at', { n: at, all: events.length })}</span>
        </div>
        <div className="mt-1 border-t border-line">
          <EventRow
            row={{ event, last: event, events: [event] }}
            since={events[0]?.time ?? 0}
            open={open}
            marked={false}
            onToggle={() => setOpen(!open)}
          />
        </div>
      </div>
      <ReplayState log={log} />
    </section>
  )
}
