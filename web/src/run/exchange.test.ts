import { expect, test } from 'vitest'

import { exchangesOf, isBehind, joined, textOf } from '@/run/exchange'
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

test('earlier messages that are shown stay in front of what is read anew', () => {
  const shown = ['u1', 'u2', 'u3'].map((id) => said(id, 'user'))
  const ids = (stored: string[]) => joined(shown, stored.map((id) => said(id, 'user'))).map(({ id }) => id)
  expect(ids(['u2', 'u3', 'u4'])).toEqual(['u1', 'u2', 'u3', 'u4'])
  expect(ids(['u1', 'u2'])).toEqual(['u1', 'u2'])
  expect([ids(['u8', 'u9']), ids([])]).toEqual([['u8', 'u9'], []])
})
