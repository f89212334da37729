import { useState } from 'react'

import { AskFrame } from '@/components/ask/AskFrame'
import type { AskProps } from '@/components/ask/askProps'
import { ErrorOf } from '@/components/ErrorOf'
import { useAnswer } from '@/hooks/useAnswer'
import { options } from '@/run/question'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import { Visible } from '@/ui/Visible'

/** The agent asks something: one of its answers, or words of one's own. */
export function QuestionCard({ question, pending, onDone }: AskProps) {
  const offered = options(question)
  const [words, setWords] = useState('')
  const { busy, problem, answer, abandon } = useAnswer(question, onDone)
  const missing = !words.trim() && t('ask.answer.missing')
  return (
    <AskFrame question={question}>
      {offered.length === 0 ? (
        <TextArea label={t('ask.answer')} rows={2} value={words} onChange={(event) => setWords(event.target.value)} />
      ) : (
        <fieldset className="space-y-0.5">
          <legend className="sr-only">{t('ask.answer')}</legend>
          {offered.map((option) => (
            <label key={option} className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-1.5 text-base hover:bg-hover">
              <input
                type="radio"
                name={question.interrupt.id}
                checked={words === option}
                onChange={() => setWords(option)}
                className="size-4 shrink-0 accent-accent-fill"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <Visible text={option} form="line" />
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {problem && <ErrorOf error={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy}
          disabledReason={pending ? t('ask.loading') : missing}
          onClick={() => void answer({ answer: words })}
        >
          {t('ask.answer.send')}
        </Button>
        <Button variant="quiet" busy={busy} disabledReason={pending && t('ask.loading')} onClick={() => void abandon()}>
          {t('ask.abandon')}
        </Button>
      </div>
    </AskFrame>
  )
}
