import { readUIMessageStream, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'

import { recorded, recordings, turnOf } from '@/run/recorded'
import { cardsOf, hasEntries, timelineOf, type Entry, type Timeline } from '@/run/timeline'
import type { ChatMessage, ChatPart, TurnMeta } from '@/wire/chat'

const LIVE = { live: true, effects: {} }

function outline(entry: Entry): string {
  const cards = cardsOf(entry).map((card) => `${card.tool}:${card.state}`)
  return [entry.kind, ...cards].join(' ')
}

function shape({ work, conclusion, folded }: Timeline) {
  return { work: work.map(outline), conclusion: conclusion.map(outline), folded }
}

function turn(parts: unknown[], metadata: TurnMeta = { status: 'success' }): ChatMessage {
  return { id: 't', role: 'assistant', metadata, parts: parts as ChatPart[] }
}

function call(tool: string, id: string, more: object = {}) {
  return { type: `tool-${tool}`, toolCallId: id, state: 'output-available', input: {}, output: 1, ...more }
}

test('a finished turn folds its work and keeps its last words in sight', () => {
  expect(shape(timelineOf(turnOf('weather')))).toEqual({
    work: ['text', 'call get_weather:done'],
    conclusion: ['text'],
    folded: true,
  })
})

test('consecutive reads become one entry that says what was read', () => {
  const { work, summary } = timelineOf(turnOf('many-reads'))
  expect(work.map((entry) => entry.kind)).toEqual(['reasoning', 'text', 'calls'])
  expect(summary).toEqual([
    { deed: 'listed', tool: 'list_reports', count: 4, thing: 'folder' },
    { deed: 'looked', tool: 'get_weather', count: 3, thing: 'city' },
  ])
})

test.each([
  ['delete-open', ['text', 'question delete_reports:waiting']],
  ['weather-and-delete', ['text', 'call get_weather:done', 'question delete_reports:waiting']],
  ['brake-open', ['text', 'call flaky:failed', 'call flaky:failed', 'question go_on:waiting']],
  ['ask-open', ['question ask_user:waiting']],
  ['lost-open', ['text', 'question pay_invoice:unknown']],
])('what waits in %s stands open', (name, entries) => {
  const { work, conclusion, folded } = shape(timelineOf(turnOf(name)))
  expect([folded, ...conclusion, ...work].filter((one) => one !== 'text')).toEqual([
    false,
    ...entries.filter((one) => one !== 'text'),
  ])
})

test('questions wait until the run that goes on tells their decision', () => {
  const counts = ['three-open', 'three-one-decided', 'three-decided', 'lost-open', 'weather'].map(
    (name) => timelineOf(turnOf(name)).open.length,
  )
  expect(counts).toEqual([3, 3, 0, 1, 0])
})

test('a stopped turn stays open, with its call cancelled', () => {
  expect(shape(timelineOf(turnOf('stopped')))).toEqual({
    work: [],
    conclusion: ['text', 'call slow_count:cancelled'],
    folded: false,
  })
})

test('a running turn is never folded', () => {
  expect(timelineOf(turnOf('weather'), LIVE).folded).toBe(false)
})

test('a question that was answered stays as question and answer', () => {
  expect(shape(timelineOf(turnOf('ask-answered'))).work).toContain('question ask_user:done')
})

test('no recording hides its last words, whatever happened', () => {
  const hidden = recordings.filter((name) =>
    recorded(name).some((message) => {
      if (message.role !== 'assistant') return false
      const words = message.parts.findLast((part) => part.type === 'text')
      const shown = timelineOf(message).conclusion.some((entry) => entry.kind === 'text' && words?.text === entry.text)
      return words !== undefined && !shown
    }),
  )
  expect(hidden).toEqual([])
})

test('every call of every recording is in exactly one entry', () => {
  for (const name of recordings) {
    for (const message of recorded(name)) {
      const ids = message.parts.flatMap((part) => ('toolCallId' in part ? [part.toolCallId] : []))
      const { work, conclusion } = timelineOf(message)
      expect([...work, ...conclusion].flatMap(cardsOf).map((card) => card.id)).toEqual(ids)
    }
  }
})

test('calls that change something stand alone, also between reads', () => {
  const parts = [call('read_file', 'a'), call('delete_file', 'b'), call('read_file', 'c'), call('read_file', 'd')]
  expect(timelineOf(turn(parts)).work.map(outline)).toEqual([
    'call read_file:done',
    'call delete_file:done',
    'calls read_file:done read_file:done',
  ])
})

test('a name that promises a read does not count when the server says otherwise', () => {
  const parts = [call('get_rid', 'a'), call('get_rid', 'b')]
  const told = timelineOf(turn(parts), { live: false, effects: { get_rid: 'destructive' } })
  expect(told.work.map((entry) => entry.kind)).toEqual(['call', 'call'])
})

test('a failed read leaves its group', () => {
  const failed = call('read_file', 'b', { state: 'output-error', errorText: 'gone' })
  const told = timelineOf(turn([call('read_file', 'a'), failed, call('read_file', 'c')]))
  expect([told.work.map(outline), told.undone.map((card) => card.id)]).toEqual([
    ['call read_file:done', 'call read_file:failed', 'call read_file:done'],
    ['b'],
  ])
})

test('reasoning streams open and is closed by what follows', () => {
  const thinking = { type: 'reasoning', id: 'r', text: 'so', state: 'streaming' }
  const [entry] = timelineOf(turn([thinking], { status: 'running' }), LIVE).work
  expect(entry).toEqual({ kind: 'reasoning', id: 'reasoning 0', text: 'so', streaming: true })
})

test('a thought has the time that the server measured, also after a reload', () => {
  const thoughts = (name: string) => [...timelineOf(turnOf(name)).work, ...timelineOf(turnOf(name)).conclusion].flatMap((entry) => (entry.kind === 'reasoning' ? [entry.took] : []))
  expect([thoughts('think'), thoughts('many-reads')]).toEqual([[400], [400]])
})

test('a client of the protocol keeps that time with the part', async () => {
  const stream = new ReadableStream<UIMessageChunk>({
    start(given) {
      given.enqueue({ type: 'start', messageId: 't' })
      given.enqueue({ type: 'reasoning-start', id: 'p1' })
      given.enqueue({ type: 'reasoning-delta', id: 'p1', delta: 'so' })
      given.enqueue({ type: 'reasoning-end', id: 'p1', providerMetadata: { interlock: { milliseconds: 1200 } } })
      given.enqueue({ type: 'finish' })
      given.close()
    },
  })
  let last: ChatMessage | undefined
  for await (const message of readUIMessageStream<ChatMessage>({ stream })) last = message
  expect(last && timelineOf(last).work[0]).toMatchObject({ kind: 'reasoning', took: 1200 })
})

test('parts with a form of their own become blocks, and all others a neutral one', () => {
  const parts = [
    { type: 'data-interlock-todo', data: { items: [{ text: 'a', state: 'done' }, 'b'] } },
    { type: 'data-interlock-plan', data: { title: 'Move', steps: ['pack'] } },
    { type: 'data-interlock-agent', data: { agent: 'scout', task: 'look', state: 'running', progress: { done: 1, of: 3 } } },
    { type: 'data-interlock-agent', data: { agent: 'scout', state: 'dreaming' } },
    { type: 'data-artifact', data: { title: 'Page', source: '<p>' } },
    { type: 'data-chart', data: { type: 'bar' } },
    { type: 'data-interlock-todo', data: { items: 'nothing of the kind' } },
    { type: 'data-weather', data: 3 },
    { type: 'source-url', sourceId: 's', url: 'https://example.com' },
  ]
  const { work } = timelineOf(turn(parts))
  expect(work.map((entry) => (entry.kind === 'agent' ? `agent ${entry.state}` : entry.kind))).toEqual([
    'todo',
    'plan',
    'agent running',
    'agent neutral',
    'artifact',
    'chart',
    'unknown',
    'unknown',
    'unknown',
  ])
})

test('what the server shows has a form of its own, each once', () => {
  const { work, conclusion, folded } = timelineOf(turnOf('review'))
  const shown = ['todo', 'plan', 'artifact', 'chart']
  expect(work.map((entry) => entry.kind).filter((kind) => shown.includes(kind))).toEqual(['plan', 'todo', 'chart', 'artifact'])
  expect(work.find((entry) => entry.kind === 'todo')).toMatchObject({ items: [{ state: 'done' }, { state: 'done' }, { state: 'done' }] })
  expect([conclusion.length, folded]).toEqual([1, false])
})

test('a turn without words folds nothing away that was its only content', () => {
  expect(timelineOf(turn([{ type: 'data-chart', data: {} }])).folded).toBe(false)
})

test('an answer that has begun and says nothing yet has nothing to show', () => {
  const begun = [{ type: 'step-start' }, { type: 'text', text: '', state: 'streaming' }]
  expect(hasEntries(turn(begun))).toBe(false)
  expect(hasEntries(turn([...begun, { type: 'text', text: 'Yes', state: 'streaming' }]))).toBe(true)
  expect(hasEntries(turn([call('read', 'c1')]))).toBe(true)
})
