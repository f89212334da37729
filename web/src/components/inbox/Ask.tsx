import { useState, type FormEvent } from 'react'

import { options } from '@/run/question'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import type { Json, QuestionView } from '@/wire/schema.gen'

interface Props {
  question: QuestionView
  busy: boolean
  onAnswer: (answer: Json) => void
}

type Said = Record<string, Json>

/** What can be said to a question. No button is the default one, and none has the focus. */
export function Ask(props: Props) {
  switch (props.question.interrupt.kind) {
    case 'input':
      return <Words {...props} />
    case 'indeterminate':
      return <Settle {...props} />
    case 'approval':
      return <YesNo {...props} yes={t('inbox.approve')} no={t('inbox.reject')} />
    case 'brake':
      return <YesNo {...props} yes={t('inbox.on')} no={t('inbox.stop')} />
  }
}

function YesNo({ busy, onAnswer, yes, no }: Props & { yes: string; no: string }) {
  const [reason, setReason] = useState('')
  const say = (answer: Said) => onAnswer(reason.trim() ? { ...answer, reason: reason.trim() } : answer)
  return (
    <div className="space-y-3">
      <TextArea
        label={t('inbox.reason')}
        hint={t('inbox.reason.hint')}
        rows={1}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="min-h-8"
      />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={() => say({ approved: true })}>
          {yes}
        </Button>
        <Button busy={busy} onClick={() => say({ approved: false })}>
          {no}
        </Button>
      </div>
    </div>
  )
}

function Settle({ busy, onAnswer }: Props) {
  const [reason, setReason] = useState('')
  const say = (answer: Said) => onAnswer(reason.trim() ? { ...answer, reason: reason.trim() } : answer)
  return (
    <div className="space-y-3">
      <TextArea
        label={t('inbox.reason')}
        rows={1}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        className="min-h-8"
      />
      <ul className="space-y-2">
        {(['happened', 'run', 'skip'] as const).map((outcome) => (
          <li key={outcome} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button busy={busy} onClick={() => say({ outcome })}>
              {t(`inbox.${outcome}`)}
            </Button>
            <span className="text-xs text-ink-3">{t(`inbox.${outcome}.hint`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Words({ question, busy, onAnswer }: Props) {
  const offered = options(question)
  const [words, setWords] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim()) onAnswer({ answer: words })
  }
  return (
    <form onSubmit={submit} className="space-y-3">
      {offered.length === 0 ? (
        <TextArea label={t('inbox.answer')} value={words} onChange={(event) => setWords(event.target.value)} />
      ) : (
        <fieldset className="space-y-1">
          <legend className="mb-1 text-xs font-medium text-ink-2">{t('inbox.answer')}</legend>
          {offered.map((option) => (
            <label key={option} className="flex min-h-8 items-center gap-2 text-base">
              <input
                type="radio"
                name={question.interrupt.id}
                checked={words === option}
                onChange={() => setWords(option)}
                className="size-4 accent-accent-fill"
              />
              {option}
            </label>
          ))}
        </fieldset>
      )}
      <Button type="submit" busy={busy} disabledReason={!words.trim() && t('inbox.answer.missing')}>
        {t('inbox.answer.send')}
      </Button>
    </form>
  )
}
