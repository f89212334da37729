import { expect, test } from 'vitest'

import { recoveryOf, standingOf, type Ended, type Standing } from '@/run/recovery'
import { NEVER_RAN, RECOVERY, type Effect, type OutcomeKind, type Recovery } from '@/wire/can.gen'
import type { TurnStatus } from '@/wire/chat'

type State = OutcomeKind | 'unknown'

/** The whole table for a turn that is over: what is offered after a write, and after a read. */
const OVER: Record<State, [write: Recovery[], read: Recovery[]]> = {
  done: [[], []],
  failed: [['edit', 'retry'], ['edit', 'retry']],
  timed_out: [['check'], ['retry']],
  cancelled: [['check'], ['retry']],
  invalid: [['edit'], ['edit']],
  unknown_tool: [[], []],
  refused: [[], []],
  rejected: [[], []],
  expired: [['ask'], ['ask']],
  superseded: [[], []],
  skipped: [['check'], ['retry']],
  unavailable: [['check'], ['retry']],
  unknown: [['check'], ['retry']],
}

const STATES = [...(Object.keys(RECOVERY) as OutcomeKind[]), 'unknown'] as State[]
const EFFECTS: (Effect | undefined)[] = ['write', 'destructive', 'read', undefined]

function ended(state: State, more: Partial<Ended> = {}): Ended {
  return { state, effect: 'write', unbegun: false, redone: false, ...more }
}

test.each(STATES)('what helps after %s, once the newest turn has ended', (state) => {
  const [write, read] = OVER[state]
  expect(EFFECTS.map((effect) => recoveryOf(ended(state, { effect }), 'over'))).toEqual([write, write, read, write])
})

test.each(['going', 'asked', 'older'] satisfies Standing[])('nothing is offered after anything in a turn that is %s', (standing) => {
  const offered = STATES.flatMap((state) => EFFECTS.flatMap((effect) => recoveryOf(ended(state, { effect }), standing)))
  expect(offered).toEqual([])
})

test('nothing is offered for what the agent itself did anew', () => {
  expect(STATES.flatMap((state) => recoveryOf(ended(state, { redone: true }), 'over'))).toEqual([])
})

test('what was stopped before it began need not be looked for', () => {
  expect(recoveryOf(ended('cancelled', { unbegun: true }), 'over')).toEqual(['retry'])
})

test('nobody is sent to look for what never ran', () => {
  expect(NEVER_RAN.filter((state) => recoveryOf(ended(state), 'over').includes('check'))).toEqual([])
})

test.each<[TurnStatus | undefined, boolean, boolean, Standing]>([
  ['success', false, true, 'over'],
  ['failed', false, true, 'over'],
  ['aborted', false, true, 'over'],
  ['waiting', false, true, 'asked'],
  ['waiting', true, true, 'going'],
  ['running', true, true, 'going'],
  ['running', false, true, 'going'],
  [undefined, true, true, 'going'],
  [undefined, false, true, 'going'],
  ['success', false, false, 'older'],
  ['waiting', false, false, 'older'],
  ['failed', false, false, 'older'],
  ['aborted', true, false, 'older'],
])('a turn of status %s, live %s, last %s is %s', (status, live, last, expected) => {
  expect(standingOf({ live, last, meta: { status } })).toBe(expected)
})
