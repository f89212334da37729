import { useState } from 'react'

import { CardBody } from '@/components/turn/CardBody'
import { cardLook, opensItself } from '@/components/turn/cardLook'
import { useSeconds } from '@/hooks/useSeconds'
import { cx } from '@/lib/class'
import { cut, words } from '@/lib/format'
import { duration } from '@/lib/time'
import { isOver, type Card } from '@/run/card'
import { membersOf } from '@/run/part'
import { t } from '@/text/t'
import { Fold } from '@/ui/Fold'
import { StatusWord } from '@/ui/StatusWord'
import { Visible } from '@/ui/Visible'

const MOST_GIST = 80

interface Props {
  card: Card
  /** Without a frame of its own: one of several in a list. */
  bare?: boolean
}

/** A call of a tool: one line, and everything about it behind that. */
export function ToolCard({ card, bare }: Props) {
  const [chosen, choose] = useState<boolean | null>(null)
  const open = chosen ?? opensItself(card.state)
  const { tone, word } = cardLook(card.state)
  const took = useSeconds(card.state === 'running')
  const name = words(card.tool)
  return (
    <Fold
      open={open}
      onToggle={() => choose(!open)}
      className={cx(!bare && 'rounded-lg border border-line bg-raised')}
      headClass="px-3 py-1.5"
      bodyClass="border-t border-line px-3 py-3"
      head={
        <>
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{name}</span>
            <span className="min-w-0 truncate text-ink-3">
              <Gist card={card} />
            </span>
          </span>
          <span className="flex shrink-0 items-center gap-2">
            {took !== undefined && took > 1000 && <span className="text-xs text-ink-3">{duration(took)}</span>}
            <StatusWord tone={tone}>{word}</StatusWord>
          </span>
        </>
      }
    >
      <CardBody card={card} />
    </Fold>
  )
}

/** The call in a few words: what it is about, or how far it is. */
function Gist({ card }: { card: Card }) {
  if (card.state === 'preparing') return t('card.written', { n: card.written })
  const progress = membersOf(card.progress)
  if (typeof progress?.done === 'number' && typeof progress.of === 'number') {
    return t('card.progress.of', { done: progress.done, of: progress.of })
  }
  if (card.state === 'rejected' && card.reason) return <Visible text={card.reason} form="line" />
  const shown = card.edit?.arguments ?? card.input
  const values = Object.values(membersOf(shown) ?? {}).filter((value) => value !== null && typeof value !== 'object')
  const text = cut(values.map(String).join(' · '), MOST_GIST)
  return !isOver(card.state) || text ? <Visible text={text} form="line" /> : null
}
