/**
 * Text in which nothing hides: what has no shape of its own becomes an escape that can be seen.
 * Mirrors the server's `visible`: zero-width characters, those that turn the reading direction,
 * fillers, variation selectors, every space but the plain one. Newlines and tabs stay in `block`.
 */
const BLANKS = '\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u2800\\u3164\\uffa0\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}'
const HIDDEN = new RegExp(`(?! )[\\p{C}\\p{Z}${BLANKS}]`, 'gu')

/** Pieces of a text, each shown as it is or as the escape of one hidden character. */
export interface Piece {
  text: string
  hidden: boolean
}

export function visible(text: string, form: 'line' | 'block' = 'line'): string {
  return text.replace(HIDDEN, (one) => (isLayout(one, form) ? one : escapeOf(one)))
}

/** The same in pieces, so that an escape can be told from the same characters typed out. */
export function pieces(text: string, form: 'line' | 'block' = 'block'): Piece[] {
  const found: Piece[] = []
  let from = 0
  for (const match of text.matchAll(HIDDEN)) {
    if (isLayout(match[0], form)) continue
    if (match.index > from) found.push({ text: text.slice(from, match.index), hidden: false })
    found.push({ text: escapeOf(match[0]), hidden: true })
    from = match.index + match[0].length
  }
  if (from < text.length) found.push({ text: text.slice(from), hidden: false })
  return found
}

function isLayout(one: string, form: 'line' | 'block'): boolean {
  return form === 'block' && (one === '\n' || one === '\t')
}

function escapeOf(one: string): string {
  if (one === '\n') return '\\n'
  if (one === '\t') return '\\t'
  if (one === '\r') return '\\r'
  return Array.from({ length: one.length }, (_, at) => one.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('')
}
