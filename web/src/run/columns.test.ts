import { expect, test } from 'vitest'

import { columnsOf, type Tree } from '@/run/columns'

function table(headers: string[], rows: string[][]): Tree {
  const row = (cells: string[], tagName: string) => ({
    tagName: 'tr',
    children: cells.map((value) => ({ tagName, children: [{ value }] })),
  })
  const body = rows.map((cells) => row(cells, 'td'))
  return { tagName: 'table', children: [{ tagName: 'thead', children: [row(headers, 'th')] }, { tagName: 'tbody', children: body }] }
}

test('rows change nothing about the columns, however long they are', () => {
  const headers = ['id', 'what happened']
  expect(columnsOf(table(headers, [['1', 'x'.repeat(400)]]))).toEqual(columnsOf(table(headers, [])))
})

test('a column is as wide as its header asks for, within bounds, and together they are all', () => {
  const { shares } = columnsOf(table(['id', 'description', 'a header that never ends, of many words'], []))
  expect(shares.map(Math.round)).toEqual([13, 33, 55])
  expect(shares.reduce((sum, one) => sum + one)).toBeCloseTo(100)
})

test('many columns ask for more room than a phone has', () => {
  expect(columnsOf(table(Array.from({ length: 8 }, (_, n) => `column ${n}`), [])).least).toBeGreaterThan(40)
  expect(columnsOf(undefined)).toEqual({ shares: [], least: 0 })
})
