/** What can still help after a call ended. Each offer is a new message, so it must not get in the way of anything. */
import { RECOVERY, type Effect, type OutcomeKind, type Recovery } from '@/wire/can.gen'
import type { TurnMeta } from '@/wire/chat'

/** How the turn of a call stands. */
export type Standing =
  | 'going' // the agent reads the failure itself
  | 'asked' // a new message would supersede the open questions
  | 'older' // the conversation went on from here
  | 'over' // the newest turn, and it has ended

export interface Ended {
  state: OutcomeKind | 'unknown'
  effect: Effect | undefined
  /** It was stopped before it began. */
  unbegun: boolean
  /** The agent itself came back to it later in the turn. */
  redone: boolean
}

export function standingOf({ live, last, meta }: { live: boolean; last: boolean; meta: TurnMeta }): Standing {
  if (!last) return 'older'
  if (live || meta.status === 'running' || meta.status === undefined) return 'going'
  return meta.status === 'waiting' ? 'asked' : 'over'
}

/** The offers, the most helpful first. */
export function recoveryOf({ state, effect, unbegun, redone }: Ended, standing: Standing): readonly Recovery[] {
  if (standing !== 'over' || redone) return NONE
  // Nobody settled it before the turn ended: it is as unknown as it was.
  const helps = state === 'unknown' ? UNKNOWN : unbegun && state === 'cancelled' ? AGAIN : RECOVERY[state]
  // What changes nothing need not be checked: it is simply called again.
  return effect === 'read' ? helps.map((one) => (one === 'check' ? 'retry' : one)) : helps
}

const NONE: readonly Recovery[] = []
const UNKNOWN: readonly Recovery[] = ['check']
const AGAIN: readonly Recovery[] = ['retry']
