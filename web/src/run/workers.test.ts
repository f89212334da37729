import { expect, test } from 'vitest'

import { standingOf, versionsOf } from '@/run/workers'
import type { WorkerView } from '@/wire/schema.gen'

function worker(more: Partial<WorkerView> = {}): WorkerView {
  return { id: 'w', state: 'up', role: 'worker', host: 'a', pid: 1, version: '1', started_at: 0, seen_ms_ago: 100, in_flight: 0, capacity: 9, draining: false, idle_ms: 7_000, stalled_ms: 0, ...more }
}

test.each<[Partial<WorkerView>, ReturnType<typeof standingOf>]>([
  [{}, null],
  [{ state: 'draining' }, null],
  [{ state: 'zombie' }, { kind: 'idle', ms: 7_000 }],
  [{ state: 'zombie', stalled_ms: 4_000 }, { kind: 'stalled', ms: 4_000 }],
  [{ stalled_ms: 20 }, null],
  [{ state: 'lost', stalled_ms: 4_000, seen_ms_ago: 60_000 }, { kind: 'lost', ms: 60_000 }],
])('what is said of %j', (more, expected) => {
  expect(standingOf(worker(more))).toEqual(expected)
})

test('two versions are only worth a word while both live', () => {
  expect(versionsOf([worker(), worker({ version: '2' }), worker()])).toEqual(['1', '2'])
  expect(versionsOf([worker(), worker({ version: '2', state: 'lost' })])).toEqual(['1'])
})
