import { useState } from 'react'

import { ToolCard } from '@/components/ToolCard'
import { groupWords } from '@/components/turn/groupWords'
import { isOver, type Card } from '@/run/card'
import type { Share } from '@/run/group'
import { t } from '@/text/t'
import { Fold } from '@/ui/Fold'
import { StatusWord } from '@/ui/StatusWord'

/** Calls that belong together, in one line: "Read 7 files". */
export function CallGroup({ cards, shares }: { cards: Card[]; shares: Share[] }) {
  const [open, setOpen] = useState(false)
  const running = cards.some((card) => !isOver(card.state))
  return (
    <Fold
      open={open}
      onToggle={() => setOpen(!open)}
      className="rounded-lg border border-line bg-raised"
      headClass="px-3 py-1.5"
      bodyClass="divide-y divide-line border-t border-line"
      head={
        <>
          <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{groupWords(shares)}</span>
          <StatusWord tone={running ? 'busy' : 'good'}>
            {t(running ? 'card.state.running' : 'card.state.done')}
          </StatusWord>
        </>
      }
    >
      {cards.map((card) => (
        <ToolCard key={card.id} card={card} bare />
      ))}
    </Fold>
  )
}
