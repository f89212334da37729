import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { threadQuery } from '@/api/queries'
import { CancelRun } from '@/components/inspector/CancelRun'
import { RunStatus } from '@/components/inspector/RunStatus'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import type { TurnLog } from '@/run/log'
import { spansOf, totals } from '@/run/logSpans'
import { took } from '@/run/logTime'
import { isOver, tokens } from '@/run/runStatus'
import { language, plural, t, tag } from '@/text/t'
import { CopyButton } from '@/ui/CopyButton'
import { ErrorNote } from '@/ui/ErrorNote'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Event, RunView } from '@/wire/schema.gen'

interface Props {
  view: RunView
  log: TurnLog
  events: readonly Event[]
  now: number
}

/** What a run is and how it went, at a glance. */
export function RunHead({ view, log, events, now }: Props) {
  const { run, open } = view
  const thread = useQuery(threadQuery(run.thread_id))
  const waits = open.some((question) => question.interrupt.run_id === run.id)
  return (
    <header className="space-y-4 pt-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <RunStatus run={run} waits={waits} />
          <h1 className="mt-0.5 line-clamp-2 text-lg font-semibold [overflow-wrap:anywhere]">
            <Visible text={log.message || thread.data?.title || t('run.title')} form="line" />
          </h1>
          <Link to={paths.chat(run.agent, run.thread_id)} className="text-sm text-accent hover:underline">
            {t('run.thread')}
          </Link>
        </div>
        <div className="flex items-center gap-2">
          {!isOver(run) && <CancelRun run={run} />}
          <CopyButton label={t('run.copy')} text={() => JSON.stringify({ run, events }, null, 2)} />
        </div>
      </div>
      {run.text && run.status === 'failed' && <ErrorNote title={t('runs.status.failed')} text={run.text} />}
      {waits && <Waits view={view} />}
      <RunFacts view={view} log={log} now={now} />
    </header>
  )
}

function Waits({ view: { open } }: { view: RunView }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-wait-line bg-wait-soft px-3 py-2 text-sm text-wait">
      {plural('run.waits.one', 'run.waits.many', open.length)}
      <Link
        to={paths.inbox}
        search={{ question: open[0]?.interrupt.id }}
        className="font-medium underline underline-offset-2"
      >
        {t('run.waits.open')}
      </Link>
    </p>
  )
}

const DOORS = ['agui', 'aisdk', 'api', 'cli'] as const

function RunFacts({ view: { run }, log, now }: Omit<Props, 'events'>) {
  const spans = spansOf(log)
  const own = totals(spans.filter((span) => span.runId === run.id), now)
  const turn = totals(spans, now)
  const models = new Set(log.models.filter((model) => model.started.runId === run.id).map((model) => model.name))
  const used = tokens(run)
  const words = tag(language())
  const door = DOORS.find((one) => one === run.channel)
  const rows: [string, ReactNode][] = [
    [t('run.fact.agent'), run.agent],
    [t('run.fact.model'), [...models].join(', ')],
    [
      t('run.fact.tokens'),
      isOver(run) && (used ? `${count(used.input, words)} → ${count(used.output, words)}` : t('run.fact.tokens.unknown')),
    ],
    [t('run.fact.work'), took(own.work)],
    [t('run.fact.waited'), turn.waiting > 0 && <span className="text-wait">{took(turn.waiting)}</span>],
    [t('run.fact.started'), <Time key="started" at={run.created_at} />],
    [t('run.fact.user'), run.user],
    [t('run.fact.channel'), door ? t(`run.door.${door}`) : run.channel],
    [t('runs.status.cancelled'), run.cancel_by && [run.cancel_by, run.cancel_reason].filter(Boolean).join(': ')],
    [t('runs.status.braked'), run.brake],
    [t('run.fact.id'), <RunId key="id" id={run.id} />],
  ]
  return (
    <dl aria-label={t('run.facts')} className="flex flex-wrap gap-x-7 gap-y-2.5">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd className="text-sm [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function RunId({ id }: { id: string }) {
  return (
    <span className="inline-flex items-center gap-0.5 font-mono text-xs leading-5">
      {id}
      <CopyButton text={id} className="-my-1.5" />
    </span>
  )
}
