import { expect, test } from 'vitest'

import { eventOf } from '@/api/stream'

test('a frame has its id, its kind and its lines of data', () => {
  expect(eventOf('id: 7\nevent: changes\ndata: {"a":1,\ndata: "b":2}')).toEqual({
    id: '7',
    event: 'changes',
    data: '{"a":1,\n"b":2}',
  })
})

test('a comment that keeps the line open is no event', () => {
  expect([eventOf(': keep-alive'), eventOf('')]).toEqual([null, null])
})
