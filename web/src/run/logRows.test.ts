import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { finds, rowOf, rowsOf } from '@/run/logRows'
import { summary } from '@/run/logSummary'
import { en } from '@/text/en'
import type { Event } from '@/wire/schema.gen'

const STORIES = ['weather', 'three-decided', 'brake-no', 'timed-out', 'unknown-tool', 'invalid', 'ask-answered', 'count']

function recorded(name: string): Event[] {
  const path = new URL(`../../../tests/fixtures/runs/${name}.jsonl`, import.meta.url)
  return readFileSync(path, 'utf8').trim().split('\n').map((line): Event => JSON.parse(line))
}

const delta = (seq: number, text: string, kind: 'text' | 'reasoning' = 'text'): Event => ({
  run_id: 'run_1',
  seq,
  time: seq,
  data: { type: 'model.delta', message_id: 'm', kind, text },
})

test('fragments of one answer are one row, and of another kind another', () => {
  const events = [delta(1, 'a', 'reasoning'), delta(2, 'b'), delta(3, 'c'), delta(4, 'd')]
  expect(rowsOf(events).map((row) => [row.event.seq, row.last.seq])).toEqual([
    [1, 1],
    [2, 4],
  ])
  expect(rowsOf(events, true)).toHaveLength(4)
})

test('no event is lost or doubled by folding', () => {
  for (const story of STORIES) {
    const events = recorded(story)
    expect(rowsOf(events).flatMap((row) => row.events)).toEqual(events)
  }
})

test('an event is found in the row that holds it', () => {
  const rows = rowsOf([delta(1, 'a', 'reasoning'), delta(2, 'b'), delta(3, 'c')])
  expect([1, 2, 3, 4].map((seq) => rowOf(rows, seq))).toEqual([0, 1, 1, -1])
})

test('a search looks into the facts', () => {
  const found = rowsOf(recorded('weather')).filter((row) => finds(row, 'get_weather'))
  expect(found.map((row) => row.event.data.type)).toEqual([
    'model.start',
    'model.delta',
    'model.end',
    'tool.judged',
    'tool.start',
    'tool.end',
  ])
})

test('every recorded event has words', () => {
  const said = STORIES.flatMap(recorded).map((event) => summary({ event, last: event, events: [event] }).key)
  expect(said.filter((key) => !(key in en))).toEqual([])
})

test('an answer in words is told by its words, a yes and a no as such', () => {
  const closed = (story: string) =>
    rowsOf(recorded(story)).filter((row) => row.event.data.type === 'interrupt.close').map(summary)
  const [asked] = closed('ask-answered')
  expect([asked?.key, asked?.fill?.reason]).toEqual(['log.closed.answered', 'Oslo'])
  expect([closed('delete-approved'), closed('delete-rejected')].flat().map((one) => one.key)).toEqual([
    'log.closed.yes',
    'log.closed.no',
  ])
})

test('a failure is bad, and a no is not', () => {
  const tones = (story: string) =>
    rowsOf(recorded(story)).filter((row) => row.event.data.type === 'tool.end').map((row) => summary(row).tone)
  expect([tones('timed-out'), tones('delete-rejected')]).toEqual([['bad'], ['refused']])
})
