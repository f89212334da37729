import { expect, test } from 'vitest'

import { againOf } from '@/run/again'
import { turnOf } from '@/run/recorded'

const STEP = { type: 'step-start' }

function call(id: string, tool: string, input: object) {
  return { type: `tool-${tool}`, toolCallId: id, state: 'output-available', input }
}

function found(...parts: { type: string }[]) {
  return Object.fromEntries(againOf(parts))
}

test('a call that is made anew with the same arguments is the same one', () => {
  expect(found(STEP, call('a', 'pay', { to: 1 }), STEP, call('b', 'pay', { to: 1 }))).toEqual({ a: 'same' })
})

test('with other arguments in a later step it is another try', () => {
  expect(found(STEP, call('a', 'pay', { to: 1 }), STEP, call('b', 'pay', { to: 2 }))).toEqual({ a: 'other' })
})

test('calls of one step are no tries of each other', () => {
  expect(found(STEP, call('a', 'pay', { to: 1 }), call('b', 'pay', { to: 2 }), STEP, call('c', 'read', {}))).toEqual({})
})

test('a call that a person settled is told on the card of that question', () => {
  expect(found(STEP, call('a', 'pay', {}), STEP, call('ask_1', 'settle_call', { callId: 'a', tool: 'pay' }))).toEqual({ a: 'same' })
  expect(againOf(turnOf('weather').parts).size).toBe(0)
})
