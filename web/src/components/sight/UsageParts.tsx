import { useQuery } from '@tanstack/react-query'

import { usageQuery } from '@/api/sight'
import { axisMoney, money, number } from '@/components/sight/boardWords'
import { Grid } from '@/components/sight/Grid'
import { Share } from '@/components/sight/Share'
import { TimeChart } from '@/components/sight/TimeChart'
import { everyDay, type Days } from '@/lib/days'
import { share } from '@/run/figures'
import type { Group } from '@/run/sightSearch'
import { language, plural, t, tag } from '@/text/t'
import { StatusShape } from '@/ui/StatusWord'
import type { Report, Sum } from '@/wire/schema.gen'

const right = (name: string) => ({ name, right: true })

/** Calls of which nobody knows the cost: an alarm, for the sum is too low. */
export function Unpriced({ report, days }: { report: Report; days: Days }) {
  const { data } = useQuery(usageQuery('model', days))
  const names = (data?.by[0] === 'model' ? data.groups : []).filter((one) => (one.unpriced ?? 0) > 0).map((one) => one.model ?? '')
  return (
    <div role="alert" className="mb-4 flex items-start gap-2.5 rounded-lg border border-bad-line bg-bad-soft px-3 py-2.5">
      <StatusShape tone="bad" className="mt-1" />
      <div className="min-w-0 text-sm">
        <p className="font-medium text-bad">{plural('usage.unpriced.one', 'usage.unpriced.many', report.total.unpriced ?? 0)}</p>
        <p className="text-ink-2 [overflow-wrap:anywhere]">
          {t('usage.unpriced.text')} {names.length > 0 && <span className="font-mono text-xs">{names.join(', ')}</span>}
        </p>
      </div>
    </div>
  )
}

/** Dollars a day, from the first of the month on. */
export function DayChart({ report, days }: { report: Report; days: Days }) {
  const found = new Map(report.groups.map((one) => [one.day, one]))
  const every = everyDay(days)
  const words = new Intl.DateTimeFormat(tag(language()), { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return (
    <TimeChart
      title={t('usage.chart')}
      figure={money(report.total.cost)}
      form="columns"
      labels={every.map((day) => words.format(new Date(`${day}T00:00:00Z`)))}
      layers={[{ name: 'USD', tone: 'accent', values: every.map((day) => Number(found.get(day)?.cost ?? 0)) }]}
      write={(value) => money(String(value))}
      axis={{ write: axisMoney }}
    />
  )
}

/** The groups of a report with their shares, dearest first; days in their order. */
export function UsageGrid({ by, report }: { by: Group; report: Report }) {
  const whole = Number(report.total.cost ?? 0)
  const groups = by === 'day' ? report.groups : report.groups.toSorted((one, other) => Number(other.cost ?? 0) - Number(one.cost ?? 0))
  return (
    <Grid
      title={t(`usage.table.${by}`)}
      className="mt-4 [&>h2]:sr-only"
      columns={[{ name: t(`usage.by.${by}`) }, ...[t('usage.calls'), t('usage.col.in'), t('usage.col.cached'), t('usage.col.out'), t('usage.cost'), t('dash.col.share')].map(right)]}
      rows={groups.map((one) => {
        const { tokens = {} } = one
        return {
          key: nameOf(by, one),
          cells: [
            <span key="name" className={by === 'model' ? 'font-mono text-xs' : ''}>
              {nameOf(by, one)}
            </span>,
            number(one.calls),
            number((tokens.input_tokens ?? 0) + (tokens.cache_write_tokens ?? 0)),
            number(tokens.cached_tokens),
            number((tokens.output_tokens ?? 0) + (tokens.reasoning_tokens ?? 0)),
            <Cost key="cost" one={one} />,
            <span key="share" className="inline-flex items-center gap-2 text-ink-2">
              {share(Number(one.cost ?? 0), whole)}
              <Share part={Number(one.cost ?? 0)} whole={whole} />
            </span>,
          ],
        }
      })}
      empty={t('usage.none')}
    />
  )
}

function Cost({ one }: { one: Sum }) {
  const notes = [
    (one.unpriced ?? 0) > 0 && { key: 'unpriced', tone: 'text-bad', words: t('usage.note.unpriced', { n: number(one.unpriced) }) },
    (one.estimated ?? 0) > 0 && { key: 'estimated', tone: 'text-ink-3', words: t('usage.note.estimated', { n: number(one.estimated) }) },
  ]
  return (
    <span>
      {notes.map(
        (note) =>
          note && (
            <span key={note.key} className={`mr-2 text-xs ${note.tone}`}>
              {note.words}
            </span>
          ),
      )}
      {money(one.cost)}
    </span>
  )
}

function nameOf(by: Group, one: Sum): string {
  if (by === 'outcome') {
    if (one.outcome !== 'ok') return t(one.outcome === 'cancelled' ? 'usage.outcome.cancelled' : 'usage.outcome.failed')
    return t(one.fallback ? 'usage.outcome.fallback' : 'usage.outcome.ok')
  }
  return one[by] ?? ''
}
