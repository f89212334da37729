import { expect, test } from 'vitest'

import { pieces, visible } from '@/lib/visible'

test('plain text of any script stays as it is', () => {
  expect(visible('Weather in 深圳, 12 °C — naïve 👍')).toBe('Weather in 深圳, 12 °C — naïve 👍')
})

test('characters that nobody sees become escapes', () => {
  expect(visible('a\u200bb\u202ec\u00a0d\u0007e\u3164f')).toBe('a\\u200bb\\u202ec\\u00a0d\\u0007e\\u3164f')
})

test('a hidden character outside the basic plane is written as its two halves', () => {
  expect(visible('\u{e0041}')).toBe('\\udb40\\udc41')
})

test('lines stay lines in a block and are escaped in a line', () => {
  expect([visible('a\nb\tc', 'block'), visible('a\nb\tc')]).toEqual(['a\nb\tc', 'a\\nb\\tc'])
})

test('pieces tell an escape from the same characters typed out', () => {
  expect(pieces('\\u200b\u200b!')).toEqual([
    { text: '\\u200b', hidden: false },
    { text: '\\u200b', hidden: true },
    { text: '!', hidden: false },
  ])
})
