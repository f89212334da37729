import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { codeWords } from '@/components/codeWords'
import { decidedBy, outcomeTone } from '@/components/inbox/outcomeTone'
import { callStatus } from '@/components/inspector/callStatus'
import { EventLink } from '@/components/inspector/EventLink'
import { paths } from '@/lib/paths'
import type { Place, QuestionLog } from '@/run/log'
import type { CallLog } from '@/run/logCalls'
import { took } from '@/run/logTime'
import { t, type Key } from '@/text/t'
import { Code } from '@/ui/Code'
import { JsonView } from '@/ui/JsonView'
import { StatusWord } from '@/ui/StatusWord'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'

interface Props {
  call: CallLog
  chain: readonly { id: string }[]
  runId: string
}

/** A tool call from its proposal to its result: what, why it might, who said so, what came of it. */
export function CallCard({ call, chain, runId }: Props) {
  const { tone, word } = callStatus(call)
  const link = (place: Place | undefined) => place && <EventLink {...{ place, chain, runId }} />
  return (
    <article aria-labelledby={call.id} className="offscreen-auto rounded-lg border border-line">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5">
        <h2 id={call.id} className="font-mono text-sm font-medium [overflow-wrap:anywhere]">
          {call.name}
        </h2>
        <StatusWord tone={tone}>{word}</StatusWord>
        <span className="flex-1" />
        {link(call.proposed)}
      </header>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-0.5 px-4 py-3 sm:gap-y-3 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <Line name={t(call.arguments === undefined ? 'calls.arguments.raw' : 'calls.arguments')}>
          {call.arguments === undefined ? (
            <Code text={call.raw} label={t('calls.arguments.raw')} />
          ) : (
            <JsonView value={call.arguments} label={t('calls.arguments')} />
          )}
        </Line>
        {call.before !== undefined && (
          <Line name={t('calls.before')}>
            <JsonView value={call.before} label={t('calls.before')} />
          </Line>
        )}
        <Line name={t('calls.verdict')} side={link(call.judged)}>
          <Verdict call={call} />
        </Line>
        {call.question?.decision && (
          <Line name={t('calls.decided')} side={link(call.question.told)}>
            <Decided question={call.question} />
          </Line>
        )}
        {call.question && !call.question.decision && (
          <Line name={t('calls.decided')}>
            <Link
              to={paths.inbox}
              search={{ question: call.question.interrupt.id }}
              className="text-sm text-wait underline underline-offset-2"
            >
              {t('run.waits.open')}
            </Link>
          </Line>
        )}
        <Line name={t('calls.ran')} side={link(call.attempts.at(-1)?.started)}>
          <Ran call={call} />
        </Line>
        {call.result && (
          <Line name={t('calls.result')} side={link(call.ended)}>
            <Result call={call} />
          </Line>
        )}
      </dl>
    </article>
  )
}

function Line({ name, side, children }: { name: string; side?: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt className="text-xs leading-5 text-ink-3">{name}</dt>
      <dd className="flex min-w-0 items-start gap-3 max-sm:pb-2.5">
        <div className="min-w-0 flex-1">{children}</div>
        {side}
      </dd>
    </>
  )
}

const VERDICTS: Record<string, Key> = {
  allow: 'verdict.allow',
  ask: 'verdict.ask',
  refuse: 'verdict.refuse',
  invalid: 'verdict.invalid',
  unknown_tool: 'verdict.unknown_tool',
}

function Verdict({ call }: { call: CallLog }) {
  const key = VERDICTS[call.verdict ?? '']
  if (!key) return <span className="text-sm text-ink-3">{t('calls.verdict.none')}</span>
  return (
    <p className="text-sm">
      {t(key)}
      {call.code && (
        <>
          : {codeWords(call.code)} <code className="ml-1 font-mono text-xs text-ink-3">{call.code}</code>
        </>
      )}
    </p>
  )
}

function Decided({ question: { interrupt, decision } }: { question: QuestionLog }) {
  if (!decision) return null
  const { tone, word } = outcomeTone({ interrupt, decision, status: decision.status })
  return (
    <div className="text-sm">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <StatusWord tone={tone}>{word}</StatusWord>
        <span className="text-ink-2">{decidedBy(decision)}</span>
        <Time at={decision.at} className="text-xs text-ink-3" />
      </p>
      {decision.reason && (
        <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">
          <Visible text={decision.reason} />
        </p>
      )}
    </div>
  )
}

function Ran({ call }: { call: CallLog }) {
  const { attempts, ended } = call
  const last = attempts.at(-1)
  if (!last) return <span className="text-sm text-ink-3">{t('calls.ran.never')}</span>
  const ms = call.ms ?? (ended ? ended.time - last.started.time : undefined)
  return (
    <p className="text-sm">
      {[
        ms !== undefined && t('calls.took', { time: took(ms) }),
        attempts.length > 1 && t('calls.ran.attempts', { n: attempts.length }),
        call.progress !== undefined && !ended && JSON.stringify(call.progress),
      ]
        .filter(Boolean)
        .join(', ') || t('calls.status.running')}
    </p>
  )
}

function Result({ call: { result, untrusted } }: { call: CallLog }) {
  if (!result) return null
  const forModel = result.person === undefined || result.person === null
  return (
    <div className="space-y-1.5">
      {forModel ? (
        <Code text={result.model} label={t('calls.result.model')} />
      ) : (
        <JsonView value={result.person ?? null} label={t('calls.result')} />
      )}
      {untrusted && <p className="text-xs text-wait">{t('calls.untrusted')}</p>}
      {result.truncated && <p className="text-xs text-ink-3">{t('calls.truncated')}</p>}
      {!forModel && result.model !== JSON.stringify(result.person) && (
        <details className="text-xs text-ink-3">
          <summary className="w-max hover:text-ink">{t('calls.result.model')}</summary>
          <Code text={result.model} label={t('calls.result.model')} className="mt-1 text-ink-2" />
        </details>
      )}
    </div>
  )
}
