import { expect, test } from 'vitest'

import { cardOf, isOver, phaseOf, type CardState } from '@/run/card'
import { isTool, type ToolPart } from '@/run/part'
import { recorded, recordings, turnOf } from '@/run/recorded'
import { remarksOf } from '@/run/remarks'
import type { TurnStatus } from '@/wire/chat'
import { CALL_NEXT, type CallStatus } from '@/wire/can.gen'

function cards(name: string, live = false) {
  const { parts, metadata } = turnOf(name)
  const turn = { live, last: true, meta: metadata ?? {}, effects: {} }
  return parts.flatMap((part) => (isTool(part) ? [cardOf(part, remarksOf(parts), turn)] : []))
}

function states(name: string) {
  return cards(name).map(({ state }) => state)
}

function card(part: Partial<ToolPart>, status: TurnStatus = 'running', live = true) {
  const whole = { type: 'tool-delete', toolCallId: 'c', state: 'input-available', ...part }
  return cardOf(whole, remarksOf([]), { live, last: true, meta: { status }, effects: {} })
}

test.each([
  ['weather', ['done']],
  ['delete-open', ['waiting']],
  ['delete-approved', ['done']],
  ['delete-rejected', ['rejected']],
  ['three-open', ['waiting', 'waiting', 'waiting']],
  ['three-decided', ['done', 'rejected', 'done']],
  ['brake-open', ['failed', 'failed', 'waiting']],
  ['invalid', ['invalid']],
  ['unknown-tool', ['unknown_tool']],
  ['timed-out', ['timed_out']],
  ['unavailable', ['unavailable']],
  ['refused', ['refused']],
  ['expired', ['expired']],
  ['stopped', ['cancelled']],
  ['lost-open', ['unknown']],
  ['lost-happened', ['done']],
  ['lost-left', ['skipped']],
])('the cards of %s', (name, expected) => {
  expect(states(name)).toEqual(expected)
})

test('arguments are counted while they are written, and half JSON is never shown', () => {
  const half = card({ state: 'input-streaming', input: { folder: 'ar' }, rawInput: '{"folder": "ar' })
  expect([half.state, half.written, half.input]).toEqual(['preparing', 14, undefined])
  const whole = card({ state: 'input-streaming', input: { folder: 'a' }, rawInput: '{"folder": "a"}' })
  expect([whole.state, whole.input]).toEqual(['checking', undefined])
})

test('progress is no result', () => {
  const running = card({ state: 'output-available', preliminary: true, output: { done: 2, of: 5 } })
  expect([running.state, running.progress, running.output]).toEqual(['running', { done: 2, of: 5 }, undefined])
})

test('a yes runs the call, unless other questions of the turn are still open', () => {
  const approval = { id: 'i', approved: true }
  expect(card({ state: 'approval-responded', approval }).state).toBe('running')
  expect(card({ state: 'approval-responded', approval }, 'waiting', false).state).toBe('approved')
})

test('a call that nobody is asked about is held while its turn waits', () => {
  expect(card({}, 'waiting', false).state).toBe('held')
})

test('edited arguments are beside those of the model', () => {
  const [edited] = cards('delete-edited')
  expect([edited?.input, edited?.edit]).toEqual([
    { folder: 'archive', older_than_days: 90 },
    { arguments: { folder: 'drafts', older_than_days: 365 }, by: 'ann' },
  ])
})

test('the reason of a no is on its card', () => {
  expect(cards('delete-rejected').map((one) => [one.reason, one.recovery])).toEqual([['not before the audit', []]])
})

test('nothing is offered beside an open question, and what helps is offered when the turn is over', () => {
  expect(cards('brake-open').flatMap((one) => one.recovery)).toEqual([])
  expect(cards('timed-out').map((one) => one.recovery)).toEqual([['check']])
  expect(cards('timed-out', true).map((one) => one.recovery)).toEqual([[]])
  expect(cards('expired').map((one) => one.recovery)).toEqual([['ask']])
})

test('of several tries of one call only the last offers another one', () => {
  expect(cards('brake-no').map((one) => [one.state, one.recovery])).toEqual([
    ['failed', []],
    ['failed', ['edit', 'retry']],
    ['rejected', []],
  ])
})

test('a finished turn has no card that goes on', () => {
  const going = recordings.filter((name) =>
    recorded(name).some(
      (message) =>
        message.metadata?.status !== 'waiting' &&
        message.parts.some((part) => {
          const turn = { live: false, last: true, meta: message.metadata ?? {}, effects: {} }
          return isTool(part) && !isOver(cardOf(part, remarksOf(message.parts), turn).state)
        }),
    ),
  )
  expect(going).toEqual([])
})

/** A part on its way, as a client sees it while a stream is read. */
const WAYS: [string, Partial<ToolPart>[]][] = [
  [
    'asked and approved',
    [
      { state: 'input-streaming', rawInput: '{' },
      { state: 'input-streaming', rawInput: '{}' },
      { state: 'input-available' },
      { state: 'approval-requested', approval: { id: 'i' } },
      { state: 'approval-responded', approval: { id: 'i', approved: true } },
      { state: 'output-available', preliminary: true, output: 1 },
      { state: 'output-available', output: 2 },
    ],
  ],
  [
    'refused without asking',
    [
      { state: 'input-available' },
      { state: 'approval-requested', approval: { id: 'auto', isAutomatic: true } },
      { state: 'output-denied', approval: { id: 'auto', isAutomatic: true, approved: false } },
    ],
  ],
  [
    'rejected',
    [
      { state: 'approval-requested', approval: { id: 'i' } },
      { state: 'approval-responded', approval: { id: 'i', approved: false } },
      { state: 'output-denied', approval: { id: 'i', approved: false } },
    ],
  ],
]

test.each(WAYS)('a call that is %s moves as the server’s table allows', (_, parts) => {
  const phases = parts.map((part) => phaseOf(card(part).state))
  const illegal = phases.slice(1).filter((phase, place) => !reaches(phases[place] ?? phase, phase))
  expect(illegal).toEqual([])
})

/** Whether the table leads from one phase to another, over phases that the wire does not tell. */
function reaches(from: CallStatus, to: CallStatus, seen: readonly CallStatus[] = []): boolean {
  if (from === to) return true
  return CALL_NEXT[from].some((next) => !seen.includes(next) && reaches(next, to, [...seen, from]))
}

test('every state of a card belongs to a phase of the table', () => {
  const all: CardState[] = ['preparing', 'checking', 'waiting', 'held', 'approved', 'running', 'unknown', 'done']
  expect(all.filter((state) => !(phaseOf(state) in CALL_NEXT))).toEqual([])
})
