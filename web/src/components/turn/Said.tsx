import { cardLook } from '@/components/turn/cardLook'
import { membersOf } from '@/run/part'
import type { Card } from '@/run/card'
import { t } from '@/text/t'
import { StatusWord } from '@/ui/StatusWord'
import { Visible } from '@/ui/Visible'

/** A question that was answered: both in a few lines. */
export function Said({ card }: { card: Card }) {
  const { tone, word } = lookOf(card)
  const answer = answerOf(card)
  return (
    <div className="space-y-1 border-l-2 border-line pl-4">
      <p className="text-sm text-ink-2 [overflow-wrap:anywhere]">
        <Visible text={card.question?.interrupt.question ?? String(membersOf(card.input)?.question ?? '')} />
      </p>
      <p className="flex flex-wrap items-baseline gap-x-3 text-sm [overflow-wrap:anywhere]">
        <StatusWord tone={tone}>{word}</StatusWord>
        {answer && (
          <span className="min-w-0">
            <Visible text={answer} />
          </span>
        )}
      </p>
    </div>
  )
}

function lookOf(card: Card) {
  if (card.state !== 'done' && card.state !== 'running' && card.state !== 'approved') return cardLook(card.state)
  if (card.own === 'go_on') return { tone: 'good' as const, word: t('inbox.outcome.on') }
  return card.tool === 'ask_user' ? { tone: 'good' as const, word: t('inbox.outcome.answered') } : cardLook(card.state)
}

function answerOf({ output, reason, tool }: Card): string {
  if (tool === 'ask_user') {
    const answer = membersOf(output)?.answer
    return typeof answer === 'string' ? answer : (reason ?? '')
  }
  return reason ?? ''
}
