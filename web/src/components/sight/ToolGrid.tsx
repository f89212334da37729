import { number, time } from '@/components/sight/boardWords'
import { Count } from '@/components/sight/Count'
import { Grid } from '@/components/sight/Grid'
import { behind } from '@/run/figures'
import { t } from '@/text/t'
import type { Dashboard, ToolLine } from '@/wire/schema.gen'

/** Columns after the name: the member, the mark behind it, and whether it is trouble. */
const COLUMNS = [
  ['chosen', 'chosen', undefined],
  ['invalid', 'invalid', 'wait'],
  ['refused', 'refused', 'wait'],
  ['asked', 'asked', undefined],
  ['approved', 'approved', undefined],
  ['edited', 'edited', 'wait'],
  ['rejected', 'rejected', 'wait'],
  ['expired', 'expired', 'wait'],
  ['done', 'done', undefined],
  ['failed', 'failed', 'bad'],
  ['indeterminate', 'indeterminate', 'bad'],
] as const

/** Never called, called wrongly, or with a wrong result: each tool in one row. */
export function ToolGrid({ board, about }: { board: Dashboard; about: { agent?: string; version?: string } }) {
  const cells = (line: ToolLine) =>
    COLUMNS.map(([key, what, tone]) => (
      <Count key={key} n={line[key]} of={`${line.tool}: ${t(`dash.tool.${key}`)}`} tone={tone} to={behind(board, `tool:${line.tool}:${what}`, about)} />
    ))
  return (
    <Grid
      title={t('dash.tools')}
      about={t('dash.tools.about')}
      columns={[
        { name: t('dash.col.tool') },
        { name: t('dash.tool.offered'), right: true },
        ...COLUMNS.map(([key]) => ({ name: t(`dash.tool.${key}`), right: true })),
        { name: 'p50', right: true },
        { name: 'p95', right: true },
      ]}
      rows={board.tools.map((line) => ({
        key: line.tool,
        cells: [
          <span key="name" className="font-mono text-xs">
            {line.tool}
          </span>,
          <span key="offered" className={line.offered && !line.chosen ? 'text-wait' : 'text-ink-2'} data-tip={line.offered && !line.chosen ? t('dash.tool.never') : undefined}>
            {number(line.offered)}
          </span>,
          ...cells(line),
          time(line.took, 'p50'),
          time(line.took, 'p95'),
        ],
      }))}
      empty={t('dash.none')}
    />
  )
}
