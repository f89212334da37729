import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { foldLog } from '@/run/log'
import type { Event } from '@/wire/schema.gen'

function recorded(name: string): Event[] {
  const path = new URL(`../../../tests/fixtures/runs/${name}.jsonl`, import.meta.url)
  return readFileSync(path, 'utf8').trim().split('\n').map((line): Event => JSON.parse(line))
}

test('a turn is told with its message, its runs and its answer', () => {
  const log = foldLog(recorded('delete-approved'))
  expect({
    message: log.message,
    runs: log.runs.map(({ status, resumes }) => [status, resumes]),
    calls: [...log.calls.values()].map(({ name, status, outcome, attempts }) => [name, status, outcome, attempts.length]),
    whole: log.whole,
  }).toEqual({
    message: 'delete old reports',
    runs: [
      ['interrupted', ''],
      ['success', 'run_1'],
    ],
    calls: [['delete_reports', 'ended', 'done', 1]],
    whole: true,
  })
})

test('a call shows its verdict, its code, and who decided about it', () => {
  const [call] = foldLog(recorded('delete-rejected')).calls.values()
  expect([call?.verdict, call?.code, call?.question?.decision?.by, call?.outcome, call?.attempts]).toEqual([
    'ask',
    'tool_asks',
    'ann',
    'rejected',
    [],
  ])
})

test('edited arguments are those that ran, and the first ones are kept beside them', () => {
  const [call] = foldLog(recorded('delete-edited')).calls.values()
  expect(call?.before).not.toEqual(call?.arguments)
  expect(call?.outcome).toBe('done')
})

test('every prefix of every log is a state, and none is richer than a later one', () => {
  const events = recorded('three-decided')
  const counts = events.map((_, at) => {
    const log = foldLog(events.slice(0, at + 1))
    return [log.runs.length, log.models.length, log.calls.size, log.questions.size]
  })
  const grows = counts.every((now, at) => now.every((value, field) => value >= (counts[at - 1]?.[field] ?? 0)))
  expect([counts.length, grows, counts.at(-1)]).toEqual([events.length, true, [2, 2, 3, 3]])
})

test('questions are open until their decision is in the log', () => {
  const open = (name: string) => [...foldLog(recorded(name)).questions.values()].filter((one) => !one.decision).length
  expect([open('three-open'), open('three-decided'), open('ask-open')]).toEqual([3, 0, 1])
})

test('while an answer streams, what has come is shown and is not whole', () => {
  const events = recorded('weather')
  const at = events.findLastIndex((event) => event.data.type === 'model.delta')
  const before = foldLog(events.slice(0, at))
  const after = foldLog(events)
  expect([before.whole, after.whole, after.answer.startsWith(before.answer)]).toEqual([false, true, true])
})

test('a model that failed is named with its fault, and its tokens count as unknown when it told none', () => {
  const events = recorded('weather').slice(0, 2)
  const failed: Event = {
    run_id: 'run_1',
    seq: 3,
    time: 1_800_000_000_500,
    data: { type: 'model.error', message_id: 'm', kind: 'overloaded', text: 'Busy.', action: 'retry', usage: { known: false } },
  }
  const log = foldLog([...events, failed])
  expect([log.models.map((model) => model.fault), log.usage.known]).toEqual([['Busy.'], false])
})
