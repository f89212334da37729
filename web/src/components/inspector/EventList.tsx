import { useCallback, useMemo, useState } from 'react'

import { EventRow } from '@/components/inspector/EventRow'
import { useEventAddress } from '@/hooks/useEventAddress'
import { useVirtualRows } from '@/hooks/useVirtualRows'
import { finds, rowOf, rowsOf } from '@/run/logRows'
import { t } from '@/text/t'
import { TextField } from '@/ui/Field'
import { Spinner } from '@/ui/Spinner'
import { Switch } from '@/ui/Switch'
import type { Event } from '@/wire/schema.gen'

const ROW_HEIGHT = 33

interface Props {
  events: readonly Event[]
  over: boolean
}

/** Every event of a run, by number; only those in sight are drawn. */
export function EventList({ events, over }: Props) {
  const [text, setText] = useState('')
  const [every, setEvery] = useState(false)
  const rows = useMemo(
    () => rowsOf(events, every).filter((row) => finds(row, text)),
    [events, every, text],
  )
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const virtual = useVirtualRows({
    count: rows.length,
    height: ROW_HEIGHT,
    keyOf: (index) => rows[index]?.event.seq ?? index,
  })
  const toggle = useCallback((seq: number) => setOpen((before) => toggled(before, seq)), [])
  const marked = useEventAddress(rows.length, (seq) => {
    const at = rowOf(rows, seq)
    const row = rows[at]
    if (!row) return false
    if (row.event.seq !== seq) {
      setEvery(true)
      return false
    }
    setOpen((before) => new Set([...before, row.event.seq]))
    virtual.rows.scrollToIndex(at, { align: 'center' })
    return true
  })
  const since = events[0]?.time ?? 0
  return (
    <section aria-label={t('log.list')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <search className="w-full sm:max-w-xs">
          <TextField
            type="search"
            label={t('log.find')}
            labelHidden
            placeholder={t('log.find')}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </search>
        <Switch label={t('log.every')} checked={every} onChange={setEvery} />
      </div>
      {rows.length === 0 && (
        <p className="py-8 text-center text-sm text-ink-3">{t(events.length && text ? 'log.none' : 'log.empty')}</p>
      )}
      <div
        ref={virtual.list}
        role="list"
        aria-label={t('log.list')}
        className="relative border-t border-line"
        style={{ height: virtual.rows.getTotalSize() }}
      >
        {virtual.rows.getVirtualItems().map((item) => {
          const row = rows[item.index]
          if (!row) return null
          return (
            <div
              key={item.key}
              ref={virtual.rows.measureElement}
              data-index={item.index}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start - virtual.margin}px)` }}
            >
              <EventRow
                row={row}
                since={since}
                open={open.has(row.event.seq)}
                marked={marked >= row.event.seq && marked <= row.last.seq}
                onToggle={toggle}
              />
            </div>
          )
        })}
      </div>
      {!over && (
        <p role="status" className="flex items-center gap-2 py-3 pl-14 text-sm text-ink-3">
          <Spinner className="text-accent" />
          {t('log.live')}
        </p>
      )}
    </section>
  )
}

function toggled(set: ReadonlySet<number>, one: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(one)) next.add(one)
  return next
}
