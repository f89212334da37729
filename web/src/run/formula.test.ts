import { describe, expect, it, test } from 'vitest'

import { formulaAt, formulaIn, MARK, markFormulas, upTo } from '@/run/formula'

const span = (source: string) => `\`${MARK}${source}\``

describe('formulas in a model’s words', () => {
  it.each([
    'It costs $5 and $10 more.',
    'From $5-$10, $5–$10 or $5/$6.',
    'US$5 and HK$7, or 5$ and 7$ there.',
    'It was $5, now it is more; 10$ at most.',
    '**$5** and **$10**',
    'echo $HOME/$USER and $PATH:$HOME',
    'a $ b $ c',
    'Escaped \\$x\\$ stays.',
    'In `$x$` and ``a ` $y$`` it is code.',
    'Never $closed',
    '$$$ is what it costs, $$$ or more',
    'Over the end\n\nof $a paragraph\n\nit$ does not reach.',
    '```\n$x$\n$$\ny\n$$\n```',
    '~~~sh\necho $a$\n~~~',
    'No closing:\n$$\nx = 1',
  ])('leaves %j alone', (text) => {
    expect(markFormulas(text)).toBe(text)
  })

  it.each([
    ['so $x$ is', `so ${span('x')} is`],
    ['$a_1 + b_1$, $c*d*e$.', `${span('a_1 + b_1')}, ${span('c*d*e')}.`],
    ['设$x$为', `设${span('x')}为`],
    ['$5 and $10 and $x$', `$5 and $10 and ${span('x')}`],
    ['$5$ apples', `${span('5')} apples`],
    ['$2x + 3$', span('2x + 3')],
    ['so \\(x^2\\) is', `so ${span('x^2')} is`],
    ['so $$x$$ is', `so ${span('x')} is`],
    ['$\\text{\\$5}$', span('\\text{\\$5}')],
  ])('marks the one in %j', (text, marked) => {
    expect(markFormulas(text)).toBe(marked)
  })

  it('gives a formula on lines of its own a fence', () => {
    const fence = 'Then\n````math\nx\n= 1\n````\nso.'
    expect(markFormulas('Then\n$$\nx\n= 1\n$$\nso.')).toBe(fence)
    expect(markFormulas('Then\n\\[\nx\n= 1\n\\]\nso.')).toBe(fence)
    expect(markFormulas('$$x$$')).toBe('````math\nx\n````')
  })

  it('keeps it in its list and its quotation', () => {
    expect(markFormulas('- $$x$$')).toBe('- ````math\n  x\n  ````')
    expect(markFormulas('> $$\n> x\n> $$')).toBe('> ````math\n> x\n> ````')
  })

  it('shows one that is being written as one that is not whole', () => {
    expect(markFormulas('Then\n$$\nx = 1', true)).toBe('Then\n````math\nx = 1')
    expect(markFormulas('1. $$\n   x', true)).toBe('1. ````math\n   x')
  })

  it('tells a formula from code', () => {
    expect([formulaIn(`${MARK}x`), formulaIn('$x$')]).toEqual(['x', null])
  })
})

test.each([
  ['It costs $5 and $10.', null],
  ['```js\nmath\n```', null],
  ['```mathematica\n1\n```', null],
  ['so $x$ is', 'so '],
  ['| a |\n| - |\n| so $x$ |', '| a |\n| - |\n'],
  ['so\n\n$$\nx\n$$', 'so\n\n'],
  ['so\n- ```math\n  x', 'so\n'],
  ['$5, or\n\n```math\nx', '$5, or\n\n'],
])('what is written before the first formula of %j', (text, before) => {
  const marked = markFormulas(text, true)
  const at = formulaAt(marked)
  expect(at < 0 ? null : marked.slice(0, at)).toBe(before)
})

test('what is shown before a formula keeps the addresses that are defined after it', () => {
  const marked = markFormulas('See [it][a].\n\n$$\nx\n$$\n\n[a]: /there\n\nThe end.')
  expect(upTo(marked, formulaAt(marked))).toBe('See [it][a].\n\n\n\n[a]: /there')
})
