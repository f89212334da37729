import type { ReactNode } from 'react'

import { callStatus } from '@/components/inspector/callStatus'
import { count } from '@/lib/format'
import type { TurnLog } from '@/run/log'
import { language, t, tag } from '@/text/t'
import { StatusShape, StatusWord } from '@/ui/StatusWord'
import { Visible } from '@/ui/Visible'

/** What a turn amounts to at a moment: calls, open questions, the answer so far. */
export function ReplayState({ log }: { log: TurnLog }) {
  const open = [...log.questions.values()].filter((question) => !question.decision)
  const calls = [...log.calls.values()]
  const words = tag(language())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <Part title={t('replay.answer')}>
        {log.reasoning && (
          <p className="mb-2 border-l-2 border-line pl-3 text-sm whitespace-pre-wrap text-ink-3 [overflow-wrap:anywhere]">
            <Visible text={log.reasoning} />
          </p>
        )}
        {log.answer ? (
          <p className="text-read whitespace-pre-wrap [overflow-wrap:anywhere]">
            <Visible text={log.answer} />
          </p>
        ) : (
          <None text={t('replay.answer.none')} />
        )}
      </Part>
      <div className="space-y-4">
        <Part title={t('replay.calls')}>
          {calls.length === 0 && <None text={t('replay.calls.none')} />}
          <ul className="space-y-1">
            {calls.map((call) => {
              const { tone, word } = callStatus(call)
              return (
                <li key={call.id} className="flex items-center gap-3">
                  <span className="min-w-0 flex-1 truncate font-mono text-xs leading-5">
                    {call.name} <span className="text-ink-3">{JSON.stringify(call.arguments ?? call.raw)}</span>
                  </span>
                  <StatusWord tone={tone}>{word}</StatusWord>
                </li>
              )
            })}
          </ul>
        </Part>
        <Part title={t('replay.questions')}>
          {open.length === 0 && <None text={t('replay.questions.none')} />}
          <ul className="space-y-1">
            {open.map(({ interrupt }) => (
              <li key={interrupt.id} className="flex items-baseline gap-2 text-sm">
                <StatusShape tone={interrupt.kind === 'indeterminate' ? 'unknown' : 'wait'} />
                <Visible text={interrupt.question} form="line" />
              </li>
            ))}
          </ul>
        </Part>
        <Part title={t('replay.usage')}>
          <p className="text-sm">
            {log.usage.known === false
              ? t('run.fact.tokens.unknown')
              : `${count(log.usage.input_tokens ?? 0, words)} → ${count(log.usage.output_tokens ?? 0, words)}`}
            <span className="ml-4 text-ink-3">
              {t('replay.models')}: {log.models.length}
            </span>
          </p>
        </Part>
      </div>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-lg border border-line p-3">
      <h2 className="mb-2 text-xs font-medium text-ink-3">{title}</h2>
      {children}
    </section>
  )
}

function None({ text }: { text: string }) {
  return <p className="text-sm text-ink-3">{text}</p>
}
