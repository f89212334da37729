import { useState } from 'react'

import { Plot } from '@/components/turn/Plot'
import { chartOf, tableOf } from '@/run/chart'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Visible } from '@/ui/Visible'
import type { Json } from '@/wire/schema.gen'

const MOST_ROWS = 50

/** A chart that is drawn here from its data, with the data as a table beside it. */
export function Chart({ data }: { data: Json }) {
  const [asTable, setAsTable] = useState(false)
  const chart = chartOf(data)
  const title = chart?.title || t('chart.title')
  return (
    <figure aria-label={title} className="rounded-lg border border-line bg-raised px-3 pt-2.5 pb-3">
      <figcaption className="mb-2 flex items-center justify-between gap-3 text-sm font-medium">
        <span className="min-w-0 truncate">
          <Visible text={title} form="line" />
        </span>
        {chart && (
          <Button small variant="quiet" onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'chart.drawn' : 'chart.table')}
          </Button>
        )}
      </figcaption>
      {!chart && <p className="mb-2 text-xs text-ink-3">{t('chart.invalid')}</p>}
      {chart && !asTable ? <Plot chart={chart} /> : <DataTable data={data} label={title} />}
    </figure>
  )
}

function DataTable({ data, label }: { data: Json; label: string }) {
  const [whole, setWhole] = useState(false)
  const { head, rows } = tableOf(data)
  const shown = whole ? rows : rows.slice(0, MOST_ROWS)
  return (
    <div role="group" aria-label={label} tabIndex={0} className="scrollbar-thin max-h-96 overflow-auto">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {head.map((name, place) => (
              <th key={place} scope="col" className="border-b border-line-strong px-2 py-1 text-left text-xs font-medium text-ink-3">
                <Visible text={name} form="line" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, place) => (
            <tr key={place}>
              {row.map((value, column) => (
                <td key={column} className="border-b border-line px-2 py-1 align-top [overflow-wrap:anywhere]">
                  <Visible text={value} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > shown.length && (
        <Button small variant="quiet" onClick={() => setWhole(true)}>
          {t('chart.rows', { n: rows.length })}
        </Button>
      )}
    </div>
  )
}
