import { expect, test } from 'vitest'

import { found, shownSpans } from '@/run/traceSpans'
import type { Trace, TraceSpan } from '@/wire/schema.gen'

const span = (kind: TraceSpan['kind'], name: string, more: Partial<TraceSpan> = {}): TraceSpan => ({
  id: name,
  parent: '',
  kind,
  name,
  run_id: 'run_1',
  seq: 1,
  start: 0,
  end: 10,
  status: 'ok',
  ...more,
})

const trace = (...spans: TraceSpan[]): Trace => ({
  trace_id: 'a'.repeat(32),
  turn_id: 'turn_1',
  spans,
  work_ms: 10,
  waiting_ms: 0,
  model_ms: 0,
  tool_ms: 0,
  tokens: {},
  cost: '0',
  unpriced: 0,
  errors: 0,
  over: true,
})

const SPANS = shownSpans(
  trace(
    span('run', 'invoke_agent demo'),
    span('model', 'chat gpt-5', { tokens: { input_tokens: 40, reasoning_tokens: 2, other_units: 9 }, cost: '0.01' }),
    span('gate', 'gate look', { outcome: 'allow' }),
    span('gate', 'gate wire_money', { outcome: 'refuse', attributes: { 'interlock.gate.code': 'permission' } }),
    span('tool', 'execute_tool look', { status: 'error', error: 'timeout', outcome: 'timed_out' }),
    span('run', 'invoke_agent again', { run_id: 'run_2' }),
  ),
)

test('a run has its number, the rest the name without its verb; a passed gate is no line', () => {
  expect(SPANS.map(({ name }) => name)).toEqual(['1', 'gpt-5', 'wire_money', 'look', '2'])
})

test('tokens are added up without what is no token, and the cost stays exact', () => {
  expect(SPANS[1]).toMatchObject({ tokens: 42, cost: '0.01' })
})

test('a fault is what failed or was refused', () => {
  expect(SPANS.map(({ fault }) => fault)).toEqual([undefined, undefined, 'refuse', 'timeout', undefined])
})

test('what is found comes with its run, also by an attribute', () => {
  expect(found(SPANS, 'PERMISSION', false).map(({ name }) => name)).toEqual(['1', 'wire_money'])
  expect(found(SPANS, '', true).map(({ name }) => name)).toEqual(['1', 'wire_money', 'look'])
  expect(found(SPANS, 'nowhere', false)).toEqual([])
})
