import { expect, test } from 'vitest'

import { inboxSearch } from '@/run/inboxSearch'
import { choices, inOrder, lastFirst, matches, neighbour, options, outcome, said } from '@/run/question'
import type { Decision, Interrupt, QuestionView } from '@/wire/schema.gen'

function question(given: Partial<Interrupt>, decision?: Partial<Decision>): QuestionView {
  const interrupt: Interrupt = {
    id: 'int_1',
    kind: 'approval',
    tenant: 't',
    user: 'u',
    thread_id: 'thread_1',
    run_id: 'run_1',
    turn_id: 'turn_1',
    agent: 'clerk',
    question: 'Deletes the reports in folder a for good.',
    schema: {},
    opened_at: 1,
    expires_at: 2,
    tool: 'delete_reports',
    ...given,
  }
  const decided: Decision | null = decision ? { status: 'answered', by: 'ann', at: 3, channel: 'cli', ...decision } : null
  return { interrupt, status: decided?.status ?? 'open', decision: decided, shown: '{"folder":"a"}' }
}

test('a filter matches the kind, the tool, the agent and all words', () => {
  const one = question({})
  const found = [{}, { kind: 'input' }, { tool: 'delete_reports', agent: 'clerk' }, { text: 'REPORTS folder' }, { text: 'b9' }]
  expect(found.map((filter) => matches(one, filter))).toEqual([true, false, true, true, false])
})

test('who waits longest comes first', () => {
  const list = [question({ id: 'int_3', opened_at: 9 }), question({ id: 'int_2', opened_at: 5 }), question({ opened_at: 5 })]
  expect(inOrder(list).map(({ interrupt }) => interrupt.id)).toEqual(['int_1', 'int_2', 'int_3'])
})

test('what was decided last comes first', () => {
  const list = [question({}, { at: 3 }), question({ id: 'int_2' }, { at: 8 })]
  expect(lastFirst(list).map(({ interrupt }) => interrupt.id)).toEqual(['int_2', 'int_1'])
})

test('choices hold each value once, and no empty one', () => {
  expect(choices([question({}), question({}), question({ tool: '' })], 'tool')).toEqual(['delete_reports'])
})

test('what became of a question is one word', () => {
  const answers: [Partial<Interrupt>, Partial<Decision>?][] = [
    [{}],
    [{}, { answer: { approved: true } }],
    [{}, { answer: { approved: true, editedArgs: {} } }],
    [{}, { answer: { approved: false } }],
    [{ kind: 'brake' }, { answer: { approved: true } }],
    [{ kind: 'indeterminate' }, { answer: { outcome: 'happened' } }],
    [{ kind: 'input' }, { answer: { answer: 'Oslo' } }],
    [{}, { status: 'expired' }],
    [{}, { status: 'superseded' }],
  ]
  expect(answers.map(([given, decision]) => outcome(question(given, decision)))).toEqual([
    'open',
    'approved',
    'edited',
    'rejected',
    'on',
    'happened',
    'answered',
    'expired',
    'superseded',
  ])
})

test('what a person wrote is the answer to a question, else the reason', () => {
  const written = [
    question({ kind: 'input' }, { answer: { answer: 'Oslo' } }),
    question({}, { answer: { approved: false }, reason: 'Not today' }),
  ]
  expect(written.map(said)).toEqual(['Oslo', 'Not today'])
})

test('the answers of a closed choice are offered', () => {
  const schema = { properties: { answer: { enum: ['Oslo', 'Lisbon'] } } }
  expect([options(question({ schema })), options(question({}))]).toEqual([['Oslo', 'Lisbon'], []])
})

test('a step stays in the list, and the place of a vanished one is taken by the next', () => {
  const ids = ['a', 'b', 'c']
  expect([neighbour(ids, 0, 1), neighbour(ids, 2, 1), neighbour(ids, 1, 0), neighbour(['a'], 1, 0), neighbour([], 0, 1)]).toEqual([
    'b',
    'c',
    'b',
    'a',
    undefined,
  ])
})

test('an address holds only what the inbox knows', () => {
  expect(inboxSearch({ question: 'int_1', view: 'past', tool: '', kind: 4, more: 'x' })).toEqual({
    question: 'int_1',
    view: 'past',
  })
})
