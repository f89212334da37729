import { expect, test } from 'vitest'

import { heardFrom, zoomed } from '@/run/diagram'

test.each([
  ['interlock-ready', 'ready'],
  ['interlock-drawn', 'drawn'],
  ['interlock-failed', 'failed'],
])('a frame that says %s', (said, expected) => {
  expect(heardFrom(said)).toBe(expected)
})

test.each([null, undefined, 7, '', 'drawn', {}, { interlock: 'drawn' }, ['interlock-drawn']])(
  'what else a frame says is not heard: %j',
  (data) => {
    expect(heardFrom(data)).toBeNull()
  },
)

test('sizes end somewhere in both directions', () => {
  let [small, large] = [1, 1]
  for (let n = 0; n < 20; n += 1) [small, large] = [zoomed(small, -1), zoomed(large, 1)]
  expect([small, large, zoomed(small, 1), zoomed(1, 1), zoomed(1.5, -1)]).toEqual([0.5, 4, 0.75, 1.5, 1])
})
