import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { foldLog } from '@/run/log'
import { scaleOf, ticksOf } from '@/run/logScale'
import { spansOf, totals, union, type Span } from '@/run/logSpans'
import type { Event } from '@/wire/schema.gen'

function recorded(name: string): Event[] {
  const path = new URL(`../../../tests/fixtures/runs/${name}.jsonl`, import.meta.url)
  return readFileSync(path, 'utf8').trim().split('\n').map((line): Event => JSON.parse(line))
}

const span = (kind: Span['kind'], start: number, end: number | null): Span => ({
  id: `${kind}:${start}`,
  kind,
  name: '',
  start,
  end,
  runId: 'run_1',
  seq: 1,
})

test('each run is followed by what happened in it, in time', () => {
  const spans = spansOf(foldLog(recorded('three-decided')))
  expect(spans.map(({ kind, runId }) => `${runId} ${kind}`)).toEqual([
    'run_1 run',
    'run_1 model',
    'run_1 wait',
    'run_1 wait',
    'run_1 wait',
    'run_2 run',
    'run_2 tool',
    'run_2 tool',
    'run_2 model',
  ])
})

test('waiting for a person is no work', () => {
  const spans = [span('run', 0, 100), span('wait', 90, 5_000), span('run', 5_050, 5_200), span('tool', 5_060, 5_160)]
  expect(totals(spans, 9_000)).toEqual({ work: 250, waiting: 4_900, model: 0, tool: 100 })
})

test('a run that goes on counts until now', () => {
  expect(totals([span('run', 100, null), span('model', 150, null)], 400)).toEqual({
    work: 300,
    waiting: 0,
    model: 250,
    tool: 0,
  })
})

test('calls at the same time count once', () => {
  expect(union([{ from: 5, to: 9 }, { from: 0, to: 6 }, { from: 20, to: 21 }])).toEqual([
    { from: 0, to: 9 },
    { from: 20, to: 21 },
  ])
})

test('a long wait is drawn short, and the order of times is kept', () => {
  const day = 86_400_000
  const scale = scaleOf([span('run', 0, 1_000), span('wait', 1_000, day), span('run', day, day + 1_000)], day)
  const [work, pause, more] = scale.pieces
  expect([work?.cut, pause?.cut, more?.cut]).toEqual([false, true, false])
  expect(pause?.width).toBeLessThan(0.2)
  const places = [0, 500, 1_000, day / 2, day, day + 500, day + 1_000].map(scale.at)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect([places[0], places.at(-1)]).toEqual([0, 1])
})

test('ticks are round, and none is in a pause', () => {
  const scale = scaleOf([span('run', 0, 1_000), span('wait', 1_000, 90_000), span('run', 90_000, 91_000)], 0)
  const inPause = ticksOf(scale, 0.05).filter(({ offset }) => offset > 1_000 && offset < 90_000)
  expect([inPause, ticksOf(scale, 0.05)[1]?.offset]).toEqual([[], 500])
})

test.each([0.02, 0.08, 0.3])('the words of a time of size %s overlap neither each other, nor a pause, nor the end', (room) => {
  const scale = scaleOf([span('run', 0, 1_000), span('run', 90_000, 91_130)], 91_130)
  const said = ticksOf(scale, room).filter((tick) => tick.said).map(({ at }) => at)
  const walls = [...scale.pieces.filter((piece) => piece.cut).map(({ left }) => left), 1, ...said]
  expect(said.length).toBeGreaterThan(0)
  expect(said.filter((at) => walls.some((wall) => wall > at && wall < at + room - 1e-9))).toEqual([])
})
