import { expect, test } from 'vitest'

import { behind, drawnLabels, everyStep, faultsOf, roundTime, share, ticks, timeTicks } from '@/run/figures'
import { dashboardSearch, usageSearch } from '@/run/sightSearch'
import type { Dashboard } from '@/wire/schema.gen'

const board = {
  since: 90_000,
  until: 300_000,
  step: 60_000,
  steps: [60_000, 120_000, 180_000, 240_000],
  points: [{ at: 120_000, success: 2 }],
  totals: { runs: 4, failed: 1, model_calls: 3 },
} as unknown as Dashboard

test('a chart has a step for every stretch of its range', () => {
  expect(everyStep(board).map((point) => [point.at, point.success ?? 0])).toEqual([
    [60_000, 0],
    [120_000, 2],
    [180_000, 0],
    [240_000, 0],
  ])
})

test('a share is told as finely as it is small', () => {
  expect([share(1, 3), share(1, 250), share(1, 100_000), share(0, 5), share(1, 0), share(2, 100)]).toEqual([
    '33 %',
    '0.4 %',
    '<0.1 %',
    '0 %',
    '',
    '2 %',
  ])
})

test('what is wrong has its place and its runs', () => {
  const [failed] = faultsOf(board.totals)
  expect(failed).toEqual({ key: 'failed', whole: 'runs', mark: 'run::failed', count: 1, of: 4 })
  expect(behind(board, 'run::failed', { agent: 'clerk' })).toEqual({ behind: 'run::failed', since: 90_000, until: 300_000, agent: 'clerk' })
})

test('an axis has round numbers and room for the highest column', () => {
  expect(ticks(7)).toEqual([0, 2.5, 5, 7.5])
  expect(ticks(100)).toEqual([0, 50, 100])
  expect(ticks(0)).toEqual([0, 0.5, 1])
  expect(ticks(0.0042).at(-1)).toBeGreaterThanOrEqual(0.0042)
})

test('an address that says nonsense says nothing', () => {
  expect(dashboardSearch({ range: '2y', agent: '', version: 12 })).toEqual({ version: '12' })
  expect(usageSearch({ by: 'moon', month: 'last' })).toEqual({ month: 'last' })
})

test('an axis of durations counts in seconds, minutes and hours', () => {
  expect(timeTicks(231_000).map(roundTime)).toEqual(['0 ms', '1 min', '2 min', '3 min', '4 min'])
  expect(timeTicks(900).map(roundTime)).toEqual(['0 ms', '500 ms', '1 s'])
  expect(timeTicks(100_000).map(roundTime)).toEqual(['0 ms', '30 s', '1 min', '90 s', '2 min'])
})

test('a label is drawn once, and where it has room', () => {
  expect(drawnLabels(['a', 'a', 'b', 'c'], 30, 60)).toEqual([true, false, true, false])
})
