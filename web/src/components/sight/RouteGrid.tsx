import { number } from '@/components/sight/boardWords'
import { Count } from '@/components/sight/Count'
import { Grid } from '@/components/sight/Grid'
import { behind, share } from '@/run/figures'
import { t } from '@/text/t'
import type { Dashboard, RouteLine } from '@/wire/schema.gen'

const right = (name: string) => ({ name, right: true })

/** Who answered the calls of each agent: the first choice, another one and why, or nobody. */
export function RouteGrid({ board, version }: { board: Dashboard; version?: string | undefined }) {
  return (
    <Grid
      title={t('dash.routes')}
      columns={[{ name: t('dash.col.agent') }, { name: t('dash.col.choice') }, right(t('dash.col.calls')), right(t('dash.col.direct')), { name: t('dash.col.elsewhere') }, { name: t('dash.col.unanswered') }]}
      rows={board.routes.map((line) => {
        const about = { agent: line.agent, ...(version && { version }) }
        const to = (what: string) => behind(board, `route:${line.choice}:${line.route}.${what}`, about)
        const of = `${line.agent}, ${line.choice}`
        return {
          key: `${line.agent}.${line.route}.${line.choice}`,
          cells: [
            line.agent,
            <span key="choice" className="font-mono text-xs">
              {line.choice}
            </span>,
            <Count key="calls" n={line.calls} of={`${of}: ${t('dash.col.calls')}`} to={to('calls')} />,
            <Count key="first" n={line.first} shown={share(line.first ?? 0, line.calls ?? 0)} of={`${of}: ${t('dash.col.direct')}`} to={to('first')} />,
            <Reasons key="elsewhere" line={line} counts={line.elsewhere} of={`${of}: ${t('dash.col.elsewhere')}`} to={(reason) => to(`elsewhere.${reason}`)} tone="wait" />,
            <Reasons key="unanswered" line={line} counts={line.unanswered} of={`${of}: ${t('dash.col.unanswered')}`} to={(reason) => to(`unanswered.${reason}`)} tone="bad" />,
          ],
        }
      })}
      empty={t('dash.none')}
    />
  )
}

interface ReasonsProps {
  line: RouteLine
  counts: Record<string, number> | undefined
  of: string
  to: (reason: string) => ReturnType<typeof behind>
  tone: 'wait' | 'bad'
}

/** A share for each reason; the names of reasons are the codes of faults, as logs and traces have them. */
function Reasons({ line, counts = {}, of, to, tone }: ReasonsProps) {
  const found = Object.entries(counts)
  if (found.length === 0) return <span className="text-ink-3">{number(0)}</span>
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {found.map(([reason, count]) => (
        <span key={reason} className="whitespace-nowrap">
          <span className="font-mono text-xs text-ink-2">{reason}</span> <Count n={count} shown={share(count, line.calls ?? 0)} of={`${of}: ${reason}`} to={to(reason)} tone={tone} />
        </span>
      ))}
    </span>
  )
}
