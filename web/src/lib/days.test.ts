import { expect, test } from 'vitest'

import { everyDay, monthOf } from '@/lib/days'

test('a month to date ends today, and the one before ends with its last day', () => {
  const today = new Date(2026, 2, 5)
  expect(monthOf(today, 'this')).toEqual({ from: '2026-03-01', to: '2026-03-05' })
  expect(monthOf(today, 'last')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
  expect(monthOf(new Date(2026, 0, 1), 'last')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
})

test('no day is left out, whatever the clocks do', () => {
  expect(everyDay({ from: '2026-03-28', to: '2026-03-31' })).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'])
})
