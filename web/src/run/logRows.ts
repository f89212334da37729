/** The lines of the event list: fragments of one answer folded into one line. */
import type { Fact } from '@/run/log'
import type { Event } from '@/wire/schema.gen'

export interface Row {
  /** The first event, and the last when fragments were folded. */
  event: Event
  last: Event
  /** More than one when fragments were folded. */
  events: Event[]
}

/** Consecutive fragments of the same kind and message become one row, unless `every` is set. */
export function rowsOf(events: readonly Event[], every = false): Row[] {
  const rows: Row[] = []
  for (const event of events) {
    const row = rows.at(-1)
    if (row && !every && isMore(row.last.data, event.data)) {
      row.events.push(event)
      row.last = event
    } else {
      rows.push({ event, last: event, events: [event] })
    }
  }
  return rows
}

function isMore(before: Fact, fact: Fact): boolean {
  return (
    before.type === 'model.delta' &&
    fact.type === 'model.delta' &&
    before.kind === fact.kind &&
    before.message_id === fact.message_id &&
    before.call_id === fact.call_id
  )
}

/** The row that holds an event, or -1. */
export function rowOf(rows: readonly Row[], seq: number): number {
  return rows.findIndex((row) => row.event.seq <= seq && seq <= row.last.seq)
}

export function finds(row: Row, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return !wanted || row.events.some((event) => JSON.stringify(event.data).toLowerCase().includes(wanted))
}
