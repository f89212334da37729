import type { CardState } from '@/run/card'
import { t } from '@/text/t'
import type { Tone } from '@/ui/StatusWord'

const TONE: Record<CardState, Tone> = {
  preparing: 'busy',
  checking: 'busy',
  waiting: 'wait',
  held: 'neutral',
  approved: 'good',
  running: 'busy',
  unknown: 'unknown',
  done: 'good',
  failed: 'bad',
  timed_out: 'bad',
  cancelled: 'refused',
  invalid: 'bad',
  unknown_tool: 'bad',
  refused: 'refused',
  rejected: 'refused',
  expired: 'refused',
  superseded: 'refused',
  skipped: 'refused',
  unavailable: 'bad',
}

/** What a state of a card means, and its word. A no of any kind is neutral. */
export function cardLook(state: CardState): { tone: Tone; word: string } {
  return { tone: TONE[state], word: t(`card.state.${state}`) }
}

/** States that a reader wants to know more of: their cards stand open. */
export function opensItself(state: CardState): boolean {
  return TONE[state] === 'bad' || state === 'unknown' || state === 'skipped'
}
