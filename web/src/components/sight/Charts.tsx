import { axisMoney, money, number, stepMark, stepWords } from '@/components/sight/boardWords'
import { TimeChart } from '@/components/sight/TimeChart'
import { took } from '@/run/logTime'
import { everyStep, OUTCOMES, roundTime, timeTicks, type Outcome } from '@/run/figures'
import { t } from '@/text/t'
import type { Dashboard } from '@/wire/schema.gen'

const TONE = { success: 'accent', interrupted: 'wait', cancelled: 'faint', failed: 'bad' } as const satisfies Record<Outcome, string>

/** Runs, how long they took, and what they cost, over time. */
export function Charts({ board }: { board: Dashboard }) {
  const points = everyStep(board)
  const labels = points.map((point) => stepWords(point.at, board))
  const marks = points.map((point) => stepMark(point.at, board))
  return (
    <div className="mb-6 grid gap-4 lg:grid-cols-3">
      <TimeChart
        title={t('dash.chart.runs')}
        form="columns"
        labels={labels}
        marks={marks}
        layers={OUTCOMES.map((name) => ({ name: t(`runs.status.${name}`), tone: TONE[name], values: points.map((point) => point[name] ?? 0) }))}
        write={number}
      />
      <TimeChart
        title={t('dash.chart.p95')}
        form="line"
        labels={labels}
        marks={marks}
        layers={[{ name: 'p95', tone: 'accent', values: points.map((point) => point.p95 ?? null) }]}
        write={took}
        axis={{ ticks: timeTicks, write: roundTime }}
      />
      <TimeChart
        title={t('dash.chart.cost')}
        form="columns"
        labels={labels}
        marks={marks}
        layers={[{ name: 'USD', tone: 'accent', values: points.map((point) => Number(point.cost ?? 0)) }]}
        write={(value) => money(String(value))}
        axis={{ write: axisMoney }}
      />
    </div>
  )
}
