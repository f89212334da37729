import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Gauge } from 'lucide-react'

import { dashboardQuery } from '@/api/sight'
import { ErrorOf } from '@/components/ErrorOf'
import { Page } from '@/components/Page'
import { PageLoading } from '@/components/PageLoading'
import { Charts } from '@/components/sight/Charts'
import { Count } from '@/components/sight/Count'
import { AgentGrid, ModelGrid, RoleGrid, WaitGrid } from '@/components/sight/Grids'
import { Headline } from '@/components/sight/Headline'
import { money, time } from '@/components/sight/boardWords'
import { RouteGrid } from '@/components/sight/RouteGrid'
import { ToolGrid } from '@/components/sight/ToolGrid'
import { Wrong } from '@/components/sight/Wrong'
import { behind, choices, share } from '@/run/figures'
import { LENGTH, RANGES, type DashboardSearch } from '@/run/sightSearch'
import { plural, t } from '@/text/t'
import { Empty } from '@/ui/Empty'
import { Select } from '@/ui/Select'
import type { Dashboard as Board } from '@/wire/schema.gen'

const DAY = 86_400_000
const route = getRouteApi('/dashboard')

/** How much is wrong, where it is slow, and what it cost. */
export default function Dashboard() {
  const search = route.useSearch()
  const { data: board, error, isPending, refetch } = useQuery(dashboardQuery(LENGTH[search.range ?? '24h'], search.agent, search.version))
  const about = { ...(search.agent && { agent: search.agent }), ...(search.version && { version: search.version }) }
  return (
    <Page title={t('dash.title')} wide actions={<Filters search={search} board={board} />}>
      {isPending && <PageLoading />}
      {error && <ErrorOf error={error} onRetry={() => void refetch()} className="mb-4" />}
      {board && <Figures board={board} about={about} />}
    </Page>
  )
}

interface FiguresProps {
  board: Board
  about: { agent?: string; version?: string }
}

function Figures({ board, about }: FiguresProps) {
  if (!board.totals.runs && !board.totals.model_calls) {
    return <Empty icon={<Gauge className="size-6" />} title={t('dash.empty')} text={t('dash.empty.text')} />
  }
  return (
    <>
      <Totals board={board} about={about} />
      <Charts board={board} />
      <div className="grid gap-x-10 gap-y-7 lg:grid-cols-[21rem_minmax(0,1fr)]">
        <Wrong board={board} about={about} />
        <div className="flex min-w-0 flex-col gap-7">
          <AgentGrid board={board} about={about} />
          <div className="grid gap-x-10 gap-y-7 xl:grid-cols-[2fr_1fr]">
            <WaitGrid board={board} about={about} />
            <RoleGrid board={board} about={about} />
          </div>
        </div>
      </div>
      <div className="mt-7 flex flex-col gap-7">
        <ModelGrid board={board} about={about} />
        <RouteGrid board={board} version={about.version} />
        <ToolGrid board={board} about={about} />
      </div>
      <p className="mt-6 text-xs text-ink-3">
        {t('dash.error', { percent: (board.error * 100).toFixed(2) })}
        {board.step >= DAY && ` ${t('dash.zone', { zone: board.zone })}`}
        {board.waiting > 0 && ` ${plural('dash.waiting.one', 'dash.waiting.many', board.waiting)}`}
      </p>
    </>
  )
}

function Totals({ board, about }: FiguresProps) {
  const one = board.totals
  const link = (mark: string) => behind(board, mark, about)
  return (
    <Headline
      label={t('dash.totals')}
      figures={[
        { name: t('dash.col.runs'), value: <Count n={one.runs} of={t('dash.col.runs')} to={link('run::ended')} /> },
        { name: t('dash.fault.failed'), value: <Count n={one.failed} of={t('dash.fault.failed')} to={link('run::failed')} tone="bad" />, more: one.failed ? share(one.failed, one.runs ?? 0) : '' },
        { name: t('dash.took'), value: time(one.took, 'p95'), more: `p50 ${time(one.took, 'p50')}` },
        { name: t('dash.waited'), value: time(one.waited, 'p50'), more: `p95 ${time(one.waited, 'p95')}` },
        { name: t('dash.col.calls'), value: <Count n={one.model_calls} of={t('dash.col.calls')} to={link('model::calls')} /> },
        { name: t('dash.tool.calls'), value: <Count n={one.tool_calls} of={t('dash.tool.calls')} to={link('tool::chosen')} /> },
        { name: t('dash.cost'), value: money(one.cost) },
        { name: t('dash.unpriced'), value: <Count n={one.unpriced} of={t('dash.unpriced')} to={link('model::unpriced')} tone="bad" /> },
      ]}
    />
  )
}

function Filters({ search, board }: { search: DashboardSearch; board: Board | undefined }) {
  const navigate = route.useNavigate()
  const go = (change: DashboardSearch) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const { agents, versions } = choices(board?.versions ?? [], search.agent, search.version)
  return (
    <div className="flex flex-wrap gap-2 max-sm:w-full">
      {agents.length > 0 && (
        <Select
          label={t('runs.filter.agent')}
          labelHidden
          value={search.agent ?? ''}
          options={[{ value: '', label: t('runs.filter.agent.all') }, ...agents.map((value) => ({ value, label: value }))]}
          onChoose={(value) => go({ agent: value || undefined, version: undefined })}
        />
      )}
      {versions.length > 0 && (
        <Select
          label={t('dash.col.version')}
          labelHidden
          value={search.version ?? ''}
          options={[{ value: '', label: t('dash.version.all') }, ...versions.map((value) => ({ value, label: value }))]}
          onChoose={(value) => go({ version: value || undefined })}
        />
      )}
      <Select
        label={t('dash.range')}
        labelHidden
        value={search.range ?? '24h'}
        options={RANGES.map((value) => ({ value, label: t(`dash.range.${value}`) }))}
        onChoose={(value) => go({ range: RANGES.find((one) => one === value) })}
      />
    </div>
  )
}
