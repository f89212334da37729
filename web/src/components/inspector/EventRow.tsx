import { ChevronRight } from 'lucide-react'
import { memo } from 'react'

import { codeWords } from '@/components/codeWords'
import { cx } from '@/lib/class'
import { cut } from '@/lib/format'
import { offset } from '@/run/logTime'
import type { Row } from '@/run/logRows'
import { summary } from '@/run/logSummary'
import { t } from '@/text/t'
import { Code } from '@/ui/Code'
import { StatusShape } from '@/ui/StatusWord'
import { Visible } from '@/ui/Visible'

const MOST_WORDS = 300

interface Props {
  row: Row
  /** When the run began, ms since the epoch. */
  since: number
  open: boolean
  /** The address points here. */
  marked: boolean
  onToggle: (seq: number) => void
}

/** One event: its number, its time, its type, and what it says; the JSON behind it. */
export const EventRow = memo(function EventRow({ row, since, open, marked, onToggle }: Props) {
  const { event, last } = row
  const { tone } = summary(row)
  return (
    <div id={`e${event.seq}`} className={cx('border-b border-line', marked && 'bg-accent-soft')}>
      <div className="flex items-start">
        {/* Not a Link of the router: there are thousands, and this one costs nothing. */}
        <a
          href={`#e${event.seq}`}
          aria-label={t('log.link', { seq: event.seq })}
          className="w-9 shrink-0 py-1.5 pr-2 sm:w-14 text-right font-mono text-xs leading-5 text-ink-3 -outline-offset-2 hover:text-accent hover:underline"
        >
          {event.seq}
        </a>
        <button
          type="button"
          aria-expanded={open}
          onClick={() => onToggle(event.seq)}
          className="grid min-w-0 flex-1 grid-cols-[5.5rem_minmax(0,1fr)_1rem] items-baseline gap-x-2 py-1.5 sm:gap-x-3 pr-2 text-left -outline-offset-2 hover:bg-hover sm:grid-cols-[5.5rem_9rem_minmax(0,1fr)_1rem]"
        >
          <span className="font-mono text-xs leading-5 text-ink-3">{offset(event.time - since)}</span>
          <span className="flex min-w-0 items-baseline gap-2">
            <StatusShape tone={tone} className="self-center" />
            <span className="truncate font-mono text-xs leading-5">{event.data.type}</span>
          </span>
          <ChevronRight
            className={cx('size-3.5 self-center text-ink-3 sm:order-last', open && 'rotate-90')}
            aria-hidden="true"
          />
          <span className="col-span-3 min-w-0 truncate text-sm sm:col-span-1">
            <Words row={row} />
          </span>
        </button>
      </div>
      {open && (
        <Code
          text={jsonOf(row)}
          label={t('log.json', { seq: last === event ? event.seq : `${event.seq}–${last.seq}` })}
          className="mt-0.5 mr-2 mb-2 ml-9 sm:ml-14"
        />
      )}
    </div>
  )
})

function Words({ row }: { row: Row }) {
  const { key, fill } = summary(row)
  const fact = row.event.data
  const words = cut(t(key, fill).replaceAll(/\s*\n\s*/g, ' ').trim(), MOST_WORDS)
  return (
    <>
      <span className={fact.type === 'model.delta' ? 'text-ink-2' : undefined}>
        <Visible text={words} form="line" />
      </span>
      {row.events.length > 1 && (
        <span className="ml-2 text-xs text-ink-3">{t('log.fragments', { n: row.events.length })}</span>
      )}
      {fact.type === 'tool.judged' && <span className="ml-2 text-xs text-ink-3">{codeWords(fact.code)}</span>}
    </>
  )
}

function jsonOf({ event, events }: Row): string {
  return JSON.stringify(events.length > 1 ? events : event, null, 2)
}
