import { expect, test } from 'vitest'

import { chartOf, scaleOf, tableOf } from '@/run/chart'

const GOOD = { type: 'line', title: 'Load', labels: ['a', 'b', 3], series: [{ name: 'x', values: [1, null, 3] }] }

test('a chart that fits its form is drawn', () => {
  expect(chartOf(GOOD)).toEqual({
    type: 'line',
    title: 'Load',
    unit: '',
    labels: ['a', 'b', '3'],
    series: [{ name: 'x', values: [1, null, 3] }],
  })
})

test.each([
  ['another type', { ...GOOD, type: 'pie' }],
  ['no labels', { ...GOOD, labels: [] }],
  ['words for numbers', { ...GOOD, series: [{ values: [1, 'two', 3] }] }],
  ['too few values', { ...GOOD, series: [{ values: [1] }] }],
  ['nothing but gaps', { ...GOOD, series: [{ values: [null, null, null] }] }],
  ['no object', 'a chart'],
])('%s is no chart, and becomes a table', (_, data) => {
  expect(chartOf(data)).toBeNull()
  expect(tableOf(data).rows.length).toBeGreaterThan(0)
})

test('the scale has round numbers, and bars stand on zero', () => {
  const bars = chartOf({ type: 'bar', labels: ['a', 'b'], series: [{ values: [12, 97] }] })
  expect(bars && scaleOf(bars)).toEqual({ min: 0, max: 100, ticks: [0, 25, 50, 75, 100] })
  const flat = chartOf({ type: 'line', labels: ['a', 'b'], series: [{ values: [5, 5] }] })
  expect(flat && scaleOf(flat).ticks.length).toBeGreaterThan(1)
})

test('a table has a row a label and a column a series', () => {
  expect(tableOf(GOOD)).toEqual({ head: ['', 'x'], rows: [['a', '1'], ['b', ''], ['3', '3']] })
})
