import { expect, test } from 'vitest'

import { standing, wholeRows } from '@/run/rows'

const HEAD = 'Words.\n\n| a | b |\n| --- | :-: |\n'

test.each([
  ['a row that is being written waits', `${HEAD}| 1 | tw`, HEAD],
  ['a row that is whole is shown', `${HEAD}| 1 | two |\n`, `${HEAD}| 1 | two |\n`],
  ['a header waits until it is known to be one', 'Words.\n\n| a | b', 'Words.\n\n'],
  ['and until its second line is whole', 'Words.\n\n| a | b |\n| --- | :', 'Words.\n\n'],
  ['a header with its line is a table', HEAD, HEAD],
  ['words after a table are words', `${HEAD}| 1 | 2 |\n\nThe e`, `${HEAD}| 1 | 2 |\n\nThe e`],
  ['words with a bar in them are words', 'either | or', 'either | or'],
  ['a line with bars that no table follows is words in the end', '| no table |\nbut words', '| no table |\nbut words'],
  ['code is not a table', '```\n| a | b |\n| - | - |\n| 1', '```\n| a | b |\n| - | - |\n| 1'],
  ['a table after code is one', '```\nx\n```\n\n| a |\n| --- |\n| 1', '```\nx\n```\n\n| a |\n| --- |\n'],
  ['a list under a rule is no table', 'a\n---\nb', 'a\n---\nb'],
])('%s', (_, text, shown) => {
  expect(wholeRows(text)).toBe(shown)
})

test('nothing that was shown is taken away while a table is written', () => {
  const whole = `${HEAD}| 1 | **two** |\n| 3 | four |\n\nThe end | of it.\n`
  let before = ''
  for (let at = 1; at <= whole.length; at += 1) {
    const shown = wholeRows(whole.slice(0, at))
    expect(shown.startsWith(before) || before.startsWith(shown.trimEnd())).toBe(true)
    before = shown
  }
  expect(before).toBe(whole)
})

test.each([
  ['a line that may define a link waits', 'Words.\n\n[pi', 'Words.\n\n'],
  ['also behind its name', 'Words.\n\n[pic]: https://a.example/x', 'Words.\n\n'],
  ['one that is whole is left to the parser', 'Words.\n\n[pic]: /x\nMore', 'Words.\n\n[pic]: /x\nMore'],
  ['a link is shown', 'Words.\n\n[pic](/x', 'Words.\n\n[pic](/x'],
  ['words in brackets are shown', 'Words.\n\n[pic] is', 'Words.\n\n[pic] is'],
  ['brackets in a sentence are shown', 'See [pic', 'See [pic'],
  ['code is code', '```\n[pic', '```\n[pic'],
  ['a task is shown', '- [x', '- [x'],
  ['a row of a table waits as ever', `${HEAD}| 1 | tw`, HEAD],
])('%s', (_, text, shown) => {
  expect(standing(text)).toBe(shown)
})
