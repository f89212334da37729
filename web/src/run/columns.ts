/** How wide the columns of a table are. The header alone says it: a row that comes later moves nothing. */

/** The part of a parsed table that is read; the renderer's own type has more. */
export interface Tree {
  tagName?: string
  value?: string
  children?: readonly Tree[]
}

/** In characters: a number or a sign, a word, and as much as any header gets. */
const SIGN = 5
const WORD = 9
const WIDEST = 22
/** What a character of a header is worth in rem, with the room around it. */
const REM = 0.95

/** Widths by column: a share in percent, and the least width of the whole table in rem. */
export function columnsOf(table: Tree | undefined): { shares: number[]; least: number } {
  const lengths = find(table, 'th').map((cell) => widthOf(textOf(cell).trim().length))
  const sum = lengths.reduce((total, one) => total + one, 0)
  return { shares: lengths.map((one) => (100 * one) / sum), least: Math.round(sum * REM) }
}

function widthOf(length: number): number {
  return length <= 2 ? SIGN : Math.min(Math.max(length + 2, WORD), WIDEST)
}

function find(tree: Tree | undefined, name: string): Tree[] {
  if (!tree) return []
  if (tree.tagName === name) return [tree]
  return (tree.children ?? []).flatMap((child) => find(child, name))
}

function textOf(tree: Tree): string {
  return tree.value ?? (tree.children ?? []).map(textOf).join('')
}
