import { expect, test } from 'vitest'

import { alwaysOf, FRESH, isSound, mayStand, openable } from '@/run/always'

const GIVEN = { to: 'anna@example.com', copies: 2, body: 'Hello' }

test('left alone, a standing yes is bound to these very arguments', () => {
  expect(alwaysOf(FRESH, GIVEN)).toEqual({ days: 7 })
  expect(alwaysOf({ ...FRESH, thisThread: true, days: 1 }, GIVEN)).toEqual({ days: 1, this_thread: true })
})

test('what is left open is named, and all the rest stays as it is', () => {
  const always = { ...FRESH, scopes: { body: 'any', to: 'prefix' } as const, prefixes: { to: 'anna@' } }
  expect(alwaysOf(always, GIVEN)).toEqual({
    days: 7,
    where: [
      { field: 'to', prefix: 'anna@' },
      { field: 'copies', equals: 2 },
      { field: 'body', any: true },
    ],
  })
})

test('only text has a beginning, and an empty one is none', () => {
  expect(openable(GIVEN).map(({ field, scopes }) => [field, scopes.length])).toEqual([['to', 3], ['copies', 2], ['body', 3]])
  expect([isSound({ ...FRESH, scopes: { to: 'prefix' } }), isSound({ ...FRESH, scopes: { to: 'prefix' }, prefixes: { to: 'a' } })]).toEqual([false, true])
})

test('a question that no rule may answer offers none', () => {
  expect([mayStand({}), mayStand({ properties: {} }), mayStand({ properties: { always: { type: 'object' } } })]).toEqual([false, false, true])
})
