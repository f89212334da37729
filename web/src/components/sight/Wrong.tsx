import { Count } from '@/components/sight/Count'
import { Grid } from '@/components/sight/Grid'
import { Share } from '@/components/sight/Share'
import { behind, faultsOf, share, type Fault } from '@/run/figures'
import { t } from '@/text/t'
import type { Dashboard } from '@/wire/schema.gen'

const BAD = new Set<Fault['key']>(['failed', 'model_failed', 'tool_failed', 'indeterminate'])

/** How much is wrong: each kind of trouble with its share, and the brakes that stopped somebody. */
export function Wrong({ board, about }: { board: Dashboard; about: { agent?: string; version?: string } }) {
  const faults = faultsOf(board.totals).map((fault) => ({ ...fault, name: t(`dash.fault.${fault.key}`), tone: BAD.has(fault.key) ? ('bad' as const) : ('wait' as const) }))
  const brakes = Object.entries(board.brakes).map(([name, count]) => ({
    key: `brake.${name}`,
    name: t('dash.brake', { name }),
    mark: `run::brake.${name}`,
    count,
    of: board.totals.runs ?? 0,
    whole: 'runs' as const,
    tone: 'wait' as const,
  }))
  const all = [...faults, ...brakes]
  const highest = Math.max(0.02, ...all.map((one) => one.count / Math.max(1, one.of)))
  return (
    <Grid
      title={t('dash.wrong')}
      columns={[{ name: t('dash.col.what') }, { name: t('dash.col.count'), right: true }, { name: t('dash.col.share'), right: true }]}
      rows={all.map((one) => ({
        key: one.key,
        cells: [
          one.name,
          <Count key="n" n={one.count} of={one.name} to={behind(board, one.mark, about)} tone={one.tone} />,
          <span key="s" className="inline-flex items-center gap-2 text-ink-2">
            {one.of > 0 && <span data-tip={t(`dash.of.${one.whole}`, { n: one.of })}>{share(one.count, one.of)}</span>}
            <Share part={one.count / Math.max(1, one.of)} whole={highest} tone={one.tone} />
          </span>,
        ],
      }))}
      empty=""
    />
  )
}
