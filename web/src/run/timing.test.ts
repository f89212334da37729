import { expect, test } from 'vitest'

import { draftOf, formOf, freshDraft, inUnits, isAskable, kindOf, whenOf, type Draft } from '@/run/timing'
import type { Schedule, Timing } from '@/wire/schema.gen'

function schedule(timing: Timing): Schedule {
  return { id: 's', tenant: 't', user: 'u', name: 'Morning', agent: 'demo', message: 'look', timing, created_at: 1, updated_at: 1, missed: 'all', overlap: 'queue', hook_id: 'hook_1' }
}

test.each<[number, string]>([
  [86_400, '1 day'],
  [172_800, '2 day'],
  [7_200, '2 hour'],
  [5_400, '90 minute'],
  [90, '90 second'],
  [61, '61 second'],
])('%i seconds are %s', (seconds, expected) => {
  const { n, unit } = inUnits(seconds)
  expect(`${n} ${unit}`).toBe(expected)
})

test.each<Timing>([{ cron: '*/5 * * * *', zone: 'Asia/Tokyo' }, { every: 5_400 }, { at: Date.UTC(2030, 1, 3, 4, 5) }])(
  'a form that nobody touched says what the schedule says: %j',
  (timing) => {
    const stored = schedule(timing)
    const { missed, overlap, hook_id, name, agent, message } = stored
    expect(formOf(draftOf(stored, 'UTC'))).toEqual({ name, agent, message, missed, overlap, hook_id, ...timing })
  },
)

test('a new form has a time of its own, in the reader’s zone', () => {
  const draft = freshDraft('demo', 'Europe/Oslo')
  expect([kindOf(whenOf(draft)), whenOf(draft).zone, draft.agent, isAskable(draft)]).toEqual(['cron', 'Europe/Oslo', 'demo', true])
})

test.each<Partial<Draft>>([{ kind: 'every', amount: '' }, { kind: 'every', amount: 'x' }, { kind: 'at', at: '' }, { kind: 'cron', cron: ' ' }])(
  'nobody is asked about half a time: %j',
  (change) => {
    expect(isAskable({ ...freshDraft('demo', 'UTC'), ...change })).toBe(false)
  },
)
