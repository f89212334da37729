import { money, number, time } from '@/components/sight/boardWords'
import { Count } from '@/components/sight/Count'
import { Grid } from '@/components/sight/Grid'
import { behind } from '@/run/figures'
import { t, type Key } from '@/text/t'
import type { Dashboard } from '@/wire/schema.gen'

interface Props {
  board: Dashboard
  about: { agent?: string; version?: string }
}

const right = (name: string) => ({ name, right: true })

/** Versions of agents beside one another. */
export function AgentGrid({ board }: Props) {
  return (
    <Grid
      title={t('dash.agents')}
      columns={[{ name: t('dash.col.agent') }, { name: t('dash.col.version') }, ...[t('dash.col.runs'), t('dash.col.failed'), t('dash.col.asked'), 'p50', 'p95', t('dash.col.calls'), 'USD'].map(right)]}
      rows={board.agents.map((line) => {
        const about = { agent: line.agent, ...(line.version && { version: line.version }) }
        return {
          key: `${line.agent}.${line.version}`,
          cells: [
            line.agent,
            <span key="v" className="font-mono text-xs text-ink-2">
              {line.version || '–'}
            </span>,
            <Count key="runs" n={line.runs} of={`${line.agent}: ${t('dash.col.runs')}`} to={behind(board, 'run::ended', about)} />,
            <Count key="failed" n={line.failed} tone="bad" of={`${line.agent}: ${t('dash.col.failed')}`} to={behind(board, 'run::failed', about)} />,
            <Count key="asked" n={line.interrupted} of={`${line.agent}: ${t('dash.col.asked')}`} to={behind(board, 'run::interrupted', about)} />,
            time(line.took, 'p50'),
            <Slow key="p95" board={board} ms={line.took?.p95} words={time(line.took, 'p95')} mark="run::took" of={line.agent} about={about} />,
            number(line.model_calls),
            money(line.cost),
          ],
        }
      })}
      empty={t('dash.none')}
    />
  )
}

/** Models, dearest first. */
export function ModelGrid({ board, about }: Props) {
  return (
    <Grid
      title={t('dash.models')}
      columns={[
        { name: t('dash.col.model') },
        ...[t('dash.col.calls'), t('dash.col.failed'), t('dash.col.fallback'), 'p50', 'p95', t('dash.col.first.p50'), t('dash.col.first.p95'), t('dash.col.tokens.in'), t('dash.col.tokens.out'), 'USD'].map(right),
      ]}
      rows={board.models.map((line) => ({
        key: line.model,
        cells: [
          <span key="name" className="font-mono text-xs">
            {line.model}
          </span>,
          <Count key="calls" n={line.calls} of={`${line.model}: ${t('dash.col.calls')}`} to={behind(board, `model:${line.model}:calls`, about)} />,
          <Count key="failed" n={line.failed} tone="bad" of={`${line.model}: ${t('dash.col.failed')}`} to={behind(board, `model:${line.model}:failed`, about)} />,
          <Count key="fallback" n={line.fallback} tone="wait" of={`${line.model}: ${t('dash.col.fallback')}`} to={behind(board, `model:${line.model}:fallback`, about)} />,
          time(line.took, 'p50'),
          <Slow key="p95" board={board} ms={line.took?.p95} words={time(line.took, 'p95')} mark={`model:${line.model}:took`} of={line.model} about={about} />,
          time(line.first_token, 'p50'),
          <Slow key="first" board={board} ms={line.first_token?.p95} words={time(line.first_token, 'p95')} mark={`model:${line.model}:first_token`} of={line.model} about={about} />,
          number(line.tokens_in),
          number(line.tokens_out),
          <span key="usd" className="inline-flex items-center gap-2">
            {(line.unpriced ?? 0) > 0 && (
              <span className="text-bad">
                <Count n={line.unpriced} of={t('dash.unpriced')} tone="bad" to={behind(board, `model:${line.model}:unpriced`, about)} /> {t('dash.unpriced')}
              </span>
            )}
            {money(line.cost)}
          </span>,
        ],
      }))}
      empty={t('dash.none')}
    />
  )
}

/** A percentile that opens the runs which took at least so long. */
function Slow({ board, ms, words, mark, of, about }: { board: Dashboard; ms: number | null | undefined; words: string; mark: string; of: string; about: Props['about'] }) {
  if (ms === null || ms === undefined) return <span className="text-ink-3">–</span>
  return <Count n={1} shown={words} of={t('dash.slower', { name: of })} to={behind(board, mark, { ...about, least: ms })} />
}

/** How long people took, by what they were asked. */
export function WaitGrid({ board, about }: Props) {
  return (
    <Grid
      title={t('dash.waits')}
      columns={[{ name: t('dash.col.question') }, ...[t('dash.col.asked'), t('dash.col.answered'), t('dash.col.expired'), 'p50', 'p95'].map(right)]}
      rows={board.waits.map((line) => ({
        key: line.kind,
        cells: [
          t(`dash.kind.${line.kind}` as Key),
          <Count key="asked" n={line.asked} of={t('dash.col.asked')} to={behind(board, `wait:${line.kind}:asked`, about)} />,
          number(line.answered),
          <Count key="expired" n={line.expired} tone="wait" of={t('dash.col.expired')} to={behind(board, `wait:${line.kind}:expired`, about)} />,
          time(line.waited, 'p50'),
          time(line.waited, 'p95'),
        ],
      }))}
      empty={t('dash.waits.none')}
    />
  )
}

/** Which role of a team spent what. */
export function RoleGrid({ board, about }: Props) {
  return (
    <Grid
      title={t('dash.roles')}
      columns={[{ name: t('dash.col.role') }, ...[t('dash.col.calls'), 'USD'].map(right)]}
      rows={board.roles.map((line) => ({
        key: line.role,
        cells: [
          line.role || <span className="text-ink-3">{t('dash.role.none')}</span>,
          <Count key="calls" n={line.calls} of={t('dash.col.calls')} to={behind(board, `role:${line.role}:calls`, about)} />,
          money(line.cost),
        ],
      }))}
      empty={t('dash.none')}
    />
  )
}
