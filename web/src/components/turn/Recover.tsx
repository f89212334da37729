import { useTurnActions, type TurnActions } from '@/components/turnActions'
import type { Card } from '@/run/card'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import type { Recovery } from '@/wire/can.gen'

/** What can still help, and nothing else. Each is a message to the agent: it acts, under the same gate. */
export function Recover({ card }: { card: Card }) {
  const actions = useTurnActions()
  const offered = card.recovery.filter((one) => (one === 'edit' ? actions.compose : actions.say))
  if (offered.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {offered.map((one) => (
        <Button key={one} small onClick={() => act(one, card, actions)}>
          {t(`card.${one}`)}
        </Button>
      ))}
    </div>
  )
}

function act(recovery: Recovery, card: Card, { say, compose }: TurnActions): void {
  if (recovery === 'edit') {
    const given = JSON.stringify(card.edit?.arguments ?? card.input ?? {}, null, 2)
    compose?.(t('card.edit.words', { tool: card.tool, arguments: given }))
  } else {
    say?.(t(`card.${recovery}.words`, { tool: card.tool }))
  }
}
