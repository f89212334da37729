import { expect, test } from 'vitest'

import { exchangesOf, isBehind, textOf } from '@/run/exchange'
import type { ChatMessage } from '@/run/message'

const said = (id: string, role: 'user' | 'assistant', metadata?: ChatMessage['metadata']): ChatMessage => ({
  id,
  role,
  metadata,
  parts: [{ type: 'text', text: id }],
})

test('a question and its answer are one exchange, and either may stand alone', () => {
  const messages = [said('a1', 'assistant'), said('u2', 'user'), said('a2', 'assistant'), said('u3', 'user')]
  expect(exchangesOf(messages).map(({ user, answer }) => [user?.id, answer?.id])).toEqual([
    [undefined, 'a1'],
    ['u2', 'a2'],
    ['u3', undefined],
  ])
})

test('a thread is behind when another run is the latest, or the same one went on', () => {
  const messages = [said('u', 'user'), said('a', 'assistant', { runId: 'r1', status: 'waiting' })]
  const behind = [
    { id: 'r1', status: 'interrupted' },
    { id: 'r1', status: 'cancelled' },
    { id: 'r2', status: 'running' },
  ].map((run) => isBehind(messages, run))
  expect([...behind, isBehind(messages.slice(0, 1), { id: 'r1', status: 'running' })]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('the words of a message are its text parts as paragraphs', () => {
  const parts: ChatMessage['parts'] = [
    { type: 'text', text: 'one' },
    { type: 'step-start' },
    { type: 'text', text: 'two' },
  ]
  expect(textOf({ id: 'm', role: 'assistant', parts })).toBe('one\n\ntwo')
})
