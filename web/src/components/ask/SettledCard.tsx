import { Changes } from '@/components/ask/Changes'
import { decidedBy, outcomeTone } from '@/components/inbox/outcomeTone'
import { membersOf } from '@/run/part'
import { said } from '@/run/question'
import { t } from '@/text/t'
import { Card } from '@/ui/Card'
import { StatusWord } from '@/ui/StatusWord'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { QuestionView } from '@/wire/schema.gen'

/** A closed question: what was asked, what became of it, who said so. It has no buttons. */
export function SettledCard({ question }: { question: QuestionView }) {
  const { interrupt, decision } = question
  const late = question.status === 'open' // its time is over, and the server has not looked yet
  const { tone, word } = late ? { tone: 'refused' as const, word: t('card.state.expired') } : outcomeTone(question)
  const words = late ? t('ask.expired') : question.status === 'superseded' ? '' : said(question)
  const edited = membersOf(decision?.answer)?.editedArgs
  return (
    <Card className="space-y-1.5 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
        <StatusWord tone={tone}>{word}</StatusWord>
        {decision && <span>{decidedBy(decision)}</span>}
        {decision && <Time at={decision.at} />}
      </div>
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        <Visible text={interrupt.question} />
      </p>
      {words && (
        <p className="text-sm whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Visible text={words} />
        </p>
      )}
      {edited !== undefined && <Changes before={interrupt.arguments} after={edited} />}
    </Card>
  )
}
