import { useState } from 'react'

import { AskFrame } from '@/components/ask/AskFrame'
import type { AskProps } from '@/components/ask/askProps'
import { because, Reason } from '@/components/ask/Reason'
import { ErrorOf } from '@/components/ErrorOf'
import { useAnswer } from '@/hooks/useAnswer'
import { readJson } from '@/run/form'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import { JsonView } from '@/ui/JsonView'
import type { Json } from '@/wire/schema.gen'

const OUTCOMES = ['happened', 'run', 'skip'] as const

/** A call began and its end was lost. Only somebody who can look elsewhere knows whether it happened. */
export function IndeterminateCard({ question, pending, onDone }: AskProps) {
  const [outcome, choose] = useState<(typeof OUTCOMES)[number] | null>(null)
  const [result, setResult] = useState('')
  const [reason, setReason] = useState('')
  const { busy, problem, answer } = useAnswer(question, onDone)
  const send = () => {
    if (!outcome) return
    const returned: Record<string, Json> = outcome === 'happened' && result.trim() ? { result: readJson(result) ?? result } : {}
    void answer(because<Record<string, Json>>({ outcome, ...returned }, reason))
  }
  return (
    <AskFrame question={question}>
      {question.interrupt.arguments !== undefined && (
        <section className="rounded-md border border-line bg-sunken px-3 pt-2 pb-1">
          <p className="mb-1.5 text-xs font-medium text-ink-3">{t('card.arguments')}</p>
          <JsonView value={question.interrupt.arguments} raw={question.shown || undefined} label={t('card.arguments')} />
        </section>
      )}
      <fieldset className="space-y-1">
        <legend className="sr-only">{t('ask.kind.indeterminate')}</legend>
        {OUTCOMES.map((one) => (
          <label key={one} className="flex cursor-pointer items-start gap-2.5 rounded-md p-1.5 hover:bg-hover">
            <input
              type="radio"
              name={question.interrupt.id}
              checked={outcome === one}
              onChange={() => choose(one)}
              aria-label={t(`ask.${one}`)}
              className="mt-0.5 size-4 shrink-0 accent-accent-fill"
            />
            <span>
              <span className="block text-sm font-medium">{t(`ask.${one}`)}</span>
              <span className="block text-xs text-ink-3">{t(`ask.${one}.hint`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {outcome === 'happened' && (
        <TextArea
          label={t('ask.result')}
          hint={t('ask.result.hint')}
          rows={1}
          value={result}
          onChange={(event) => setResult(event.target.value)}
          className="min-h-8!"
        />
      )}
      <Reason value={reason} onWrite={setReason} />
      {problem && <ErrorOf error={problem} />}
      <Button
        busy={busy}
        disabledReason={pending ? t('ask.loading') : !outcome && t('ask.settle.missing')}
        onClick={send}
      >
        {outcome ? t(`ask.${outcome}`) : t('ask.settle')}
      </Button>
    </AskFrame>
  )
}
