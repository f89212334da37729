import { expect, test } from 'vitest'

import { runTone, runWord, tokens } from '@/run/runStatus'
import type { Run } from '@/wire/schema.gen'

const run = (given: Partial<Run>): Run => ({
  id: 'run_1',
  tenant: 't',
  user: 'u',
  thread_id: 'thread_1',
  turn_id: 'turn_1',
  agent: 'clerk',
  status: 'success',
  created_at: 1,
  ...given,
})

test('only a run whose question is open waits', () => {
  const asked = run({ status: 'interrupted' })
  expect([runTone(runWord(asked, true)), runTone(runWord(asked, false))]).toEqual(['wait', 'neutral'])
})

test('a limit and a stop are no failure', () => {
  const tones = [run({ brake: 'tokens' }), run({ status: 'cancelled' }), run({ status: 'failed' })].map((one) =>
    runTone(runWord(one, false)),
  )
  expect(tones).toEqual(['refused', 'refused', 'bad'])
})

test('tokens that a provider did not report are not zero', () => {
  expect([tokens(run({ usage: { known: false } })), tokens(run({ usage: { input_tokens: 3 } }))]).toEqual([
    null,
    { input: 3, output: 0 },
  ])
})
