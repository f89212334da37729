import { expect, test } from 'vitest'

import { en } from '@/text/en'
import { chooseLanguage, plural, t } from '@/text/t'
import { zh } from '@/text/zh'

const blanks = (message: string) => [...message.matchAll(/\{\w+\}/g)].map(([blank]) => blank).toSorted()

test('both languages have the same messages with the same blanks', () => {
  const shape = (messages: Record<string, string>) =>
    Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, blanks(text)]))
  expect(shape(zh)).toEqual(shape(en))
})

test('no message is empty', () => {
  expect([...Object.values(en), ...Object.values(zh)].filter((text) => !text.trim())).toEqual([])
})

test('a blank is filled, and one stays one', async () => {
  await chooseLanguage('en')
  expect([plural('chat.older.one', 'chat.older.many', 1), t('chat.older.many', { n: 3 })]).toEqual([
    'Show 1 older turn',
    'Show 3 older turns',
  ])
})
