import { decidedBy, outcomeTone } from '@/components/inbox/outcomeTone'
import { said } from '@/run/question'
import { t } from '@/text/t'
import { JsonView } from '@/ui/JsonView'
import { StatusWord } from '@/ui/StatusWord'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { QuestionView } from '@/wire/schema.gen'

/** What became of a question, who decided, when, and with which words. */
export function Settled({ question }: { question: QuestionView }) {
  const { decision, interrupt } = question
  if (!decision) return null
  const { tone, word } = outcomeTone(question)
  const words = said(question)
  const edited = editedOf(question)
  return (
    <div className="rounded-lg border border-line bg-sunken px-3 py-2.5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-ink-3">
        <StatusWord tone={tone}>{word}</StatusWord>
        <span>{decidedBy(decision)}</span>
        <Time at={decision.at} />
      </div>
      {words && (
        <p className="mt-1.5 text-sm [overflow-wrap:anywhere]">
          <span className="text-ink-3">
            {t(interrupt.kind === 'input' ? 'inbox.answer.given' : 'inbox.reason.given')}:{' '}
          </span>
          <Visible text={words} />
        </p>
      )}
      {edited !== undefined && (
        <div className="mt-2">
          <p className="mb-1 text-xs text-ink-3">{t('inbox.edited.given')}</p>
          <JsonView value={edited} label={t('inbox.edited.given')} />
        </div>
      )}
    </div>
  )
}

function editedOf({ decision }: QuestionView) {
  const answer = decision?.answer
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  return answer.editedArgs
}
