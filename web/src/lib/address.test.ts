import { expect, test } from 'vitest'

import { targetOf } from '@/lib/address'

const ORIGIN = 'http://127.0.0.1:8420'

test('an address of this server is followed', () => {
  expect([targetOf('/runs/r1?at=3', ORIGIN), targetOf(`${ORIGIN}/inbox`, ORIGIN)]).toEqual([
    { kind: 'here', path: '/runs/r1?at=3' },
    { kind: 'here', path: '/inbox' },
  ])
})

test('any other web address leads away', () => {
  expect(['https://example.com/?q=secret', '//example.com/a', 'http://127.0.0.1:9'].map((one) => targetOf(one, ORIGIN).kind)).toEqual([
    'away',
    'away',
    'away',
  ])
})

test('what is no web address is only text', () => {
  const odd = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'https://user:pw@example.com', 'http://', '', undefined]
  expect(odd.map((one) => targetOf(one, ORIGIN).kind)).toEqual(odd.map(() => 'nowhere'))
})
