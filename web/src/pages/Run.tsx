import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'

import { asProblem } from '@/api/problem'
import { inboxQuery, runQuery } from '@/api/queries'
import { ErrorOf } from '@/components/ErrorOf'
import { CallList } from '@/components/inspector/CallList'
import { EventList } from '@/components/inspector/EventList'
import { Replay } from '@/components/inspector/Replay'
import { RunChain } from '@/components/inspector/RunChain'
import { RunHead } from '@/components/inspector/RunHead'
import { TraceView } from '@/components/inspector/TraceView'
import { Missing } from '@/components/Missing'
import { NavButton } from '@/components/NavButton'
import { PageLoading } from '@/components/PageLoading'
import { useNow } from '@/hooks/useNow'
import { useRunLog } from '@/hooks/useRunLog'
import { useTitle } from '@/hooks/useTitle'
import { useTurn } from '@/hooks/useTurn'
import { paths } from '@/lib/paths'
import { isOver } from '@/run/runStatus'
import { VIEWS } from '@/run/runSearch'
import { t } from '@/text/t'
import { Tabs } from '@/ui/Tabs'
import type { RunView } from '@/wire/schema.gen'

const route = getRouteApi('/runs/$runId')

/** One run, looked into: its events, its calls, where its time went, and any moment of it. */
export default function Run() {
  useTitle(t('run.title'))
  const { runId } = route.useParams()
  const run = useQuery(runQuery(runId))
  return (
    <div data-scroller className="scrollbar-thin h-full overflow-y-auto">
      <div className="mx-auto w-full max-w-[1600px] px-4 pt-3 pb-10 md:px-6">
        <div className="flex items-center gap-2">
          <NavButton />
          <Link to={paths.runs} className="inline-flex h-8 items-center gap-1.5 text-sm text-ink-2 hover:text-ink">
            <ArrowLeft className="size-4" />
            {t('run.all')}
          </Link>
        </div>
        {run.isPending && <PageLoading />}
        {run.isError && <NoRun error={run.error} onRetry={() => void run.refetch()} />}
        {run.data && <Inspector key={runId} view={run.data} />}
      </div>
    </div>
  )
}

function NoRun({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return asProblem(error).status === 404 ? <Missing /> : <ErrorOf error={error} onRetry={onRetry} className="mt-4" />
}

function Inspector({ view }: { view: RunView }) {
  const { run } = view
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { events, over, problem } = useRunLog(run.id)
  const { chain, before, log } = useTurn(run, events)
  const open = useQuery(inboxQuery)
  const waiting = new Set([
    ...(open.data ?? []).map((question) => question.interrupt.run_id),
    ...view.open.map((question) => question.interrupt.run_id),
  ])
  const live = !isOver(run) || view.open.length > 0
  const now = useNow(live)
  const content = {
    log: <EventList events={events} over={over} />,
    calls: <CallList log={log} chain={chain} runId={run.id} />,
    trace: <TraceView runId={run.id} chain={chain} live={live} now={now} />,
    replay: <Replay before={before} events={events} />,
  }
  return (
    <>
      <RunHead view={view} log={log} events={events} now={now} />
      <RunChain chain={chain} run={run} waiting={waiting} />
      {problem && <ErrorOf error={problem} className="mt-4" />}
      <div className="mt-5">
        <Tabs
          label={t('run.views')}
          value={search.view ?? 'log'}
          onChoose={(chosen) =>
            void navigate({ search: { view: VIEWS.find((one) => one === chosen) }, replace: true })
          }
          tabs={VIEWS.map((value) => ({ value, label: t(`run.view.${value}`), content: content[value] }))}
        />
      </div>
    </>
  )
}
