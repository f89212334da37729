import { expect, test } from 'vitest'

import { duration, relative } from '@/lib/time'

const NOW = Date.UTC(2026, 10, 30, 12)

test('a time is told by its distance until a week has passed', () => {
  const told = [-5_000, -180_000, -7_200_000, 3 * 86_400_000].map((away) => relative(NOW + away, NOW, 'en'))
  expect(told).toEqual(['now', '3 min. ago', '2 hr. ago', 'in 3 days'])
})

test('an older time is told by its date, with the year when it is another one', () => {
  expect([relative(NOW - 20 * 86_400_000, NOW, 'en'), relative(NOW - 400 * 86_400_000, NOW, 'en')]).toEqual([
    'Nov 10',
    'Oct 26, 2025',
  ])
})

test('a duration has the two units that matter', () => {
  expect([400, 12_300, 185_000, 7_800_000, -1].map(duration)).toEqual([
    '0.4 s',
    '12 s',
    '3 min 05 s',
    '2 h 10 min',
    '0.0 s',
  ])
})
