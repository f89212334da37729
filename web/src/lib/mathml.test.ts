import { describe, expect, it } from 'vitest'

import { mathOf, type MathNode } from '@/lib/mathml'

function every(node: MathNode): MathNode[] {
  return [node, ...node.children.flatMap((child) => (typeof child === 'string' ? [] : every(child)))]
}

describe('formulas as data', () => {
  it('makes MathML of TeX', () => {
    const made = mathOf('\\frac{1}{2}', false)
    expect(made?.tag).toBe('math')
    expect(made && every(made).map((one) => one.tag)).toEqual(['math', 'mfrac', 'mn', 'mn'])
  })

  it.each([
    '\\frac{1}',
    '\\href{javascript:alert(1)}{x}',
    '\\class{fixed}{x}',
    '\\includegraphics{https://evil.example/a.png}',
    '\\def\\a{\\a\\a}\\a',
  ])('refuses %j', (source) => {
    expect(mathOf(source, true)).toBeNull()
  })

  it('never makes a link, a style that fetches, or markup', () => {
    const made = mathOf('\\ref{a}\\label{b}\\color{red}\\boxed{\\text{<img src=x>}}', true)
    const nodes = made ? every(made) : []
    expect(nodes.length).toBeGreaterThan(1)
    expect(nodes.filter(({ tag, attributes }) => !tag.startsWith('m') || 'href' in attributes)).toEqual([])
    expect(JSON.stringify(made)).not.toMatch(/url\(|javascript:/)
  })
})
