import { useState } from 'react'

import { cut } from '@/lib/format'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import type { JsonData } from '@/ui/jsonData'
import { columnsOf, JsonTable } from '@/ui/JsonTable'
import { Visible } from '@/ui/Visible'

export type { JsonData }

const MOST_CHARACTERS = 2_000
/** The end of a long text is always in sight: what hides, hides behind what nobody scrolls to. */
const TAIL_CHARACTERS = 300
const MOST_ITEMS = 50
const DEEPEST = 6

/** A value by its kind. Deep down, and for the curious, there is the raw form. */
export function JsonValue({ value, depth = 0 }: { value: JsonData; depth?: number }) {
  if (typeof value === 'string') return <Words text={value} />
  if (typeof value === 'boolean') return <span className="text-sm">{value ? t('ui.yes') : t('ui.no')}</span>
  if (typeof value === 'number') return <span className="font-mono text-xs leading-5">{String(value)}</span>
  if (value === null) return <Faint text={t('ui.none')} />
  if (depth >= DEEPEST) return <Words text={JSON.stringify(value)} />
  return Array.isArray(value) ? <List items={value} depth={depth} /> : <Members of={value} depth={depth} />
}

function Words({ text }: { text: string }) {
  const [whole, setWhole] = useState(false)
  if (text === '') return <Faint text={t('ui.empty.value')} />
  const long = text.length > MOST_CHARACTERS + TAIL_CHARACTERS && !whole
  return (
    <span className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
      <Visible text={long ? cut(text, MOST_CHARACTERS) : text} />
      {long && (
        <>
          <Button small className="mx-1" onClick={() => setWhole(true)}>
            {t('ui.show.all', { n: text.length })}
          </Button>
          <Visible text={`…${text.slice(-TAIL_CHARACTERS)}`} />
        </>
      )}
    </span>
  )
}

function List({ items, depth }: { items: JsonData[]; depth: number }) {
  const [whole, setWhole] = useState(false)
  if (items.length === 0) return <Faint text={t('ui.none')} />
  const shown = whole ? items : items.slice(0, MOST_ITEMS)
  const columns = columnsOf(items)
  if (columns) return <JsonTable columns={columns} rows={shown} left={items.length - shown.length} onMore={() => setWhole(true)} />
  return (
    <ol className="space-y-0.5">
      {shown.map((item, place) => (
        <li key={place} className="flex gap-2">
          <span className="w-5 shrink-0 text-right text-xs leading-5 text-ink-3 select-none">{place + 1}</span>
          <div className="min-w-0 flex-1">
            <JsonValue value={item} depth={depth + 1} />
          </div>
        </li>
      ))}
      {items.length > shown.length && (
        <li>
          <Button small variant="quiet" onClick={() => setWhole(true)}>
            {t('ui.items.more', { n: items.length - shown.length })}
          </Button>
        </li>
      )}
    </ol>
  )
}

function Members({ of, depth }: { of: { [key: string]: JsonData }; depth: number }) {
  const entries = Object.entries(of)
  if (entries.length === 0) return <Faint text={t('ui.none')} />
  return (
    <dl
      className={
        depth === 0
          ? 'grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[minmax(6rem,max-content)_minmax(0,1fr)]'
          : 'grid grid-cols-1 gap-x-3 gap-y-0.5 border-l border-line pl-3 sm:grid-cols-[max-content_minmax(0,1fr)]'
      }
    >
      {entries.map(([key, value]) => (
        <div key={key} className="contents">
          <dt className="max-w-48 pt-px font-mono text-xs leading-5 text-ink-3 [overflow-wrap:anywhere]">
            <Visible text={key} form="line" />
          </dt>
          <dd className="min-w-0">
            <JsonValue value={value} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Faint({ text }: { text: string }) {
  return <span className="text-sm text-ink-3 italic">{text}</span>
}
