/**
 * Finds the formulas in a model's words and marks them so that the markdown parser leaves them alone:
 * `$$…$$` and `\[…\]` become a fence of the language `math`, `$…$` and `\(…\)` a code span that begins
 * with `MARK`. Words without a dollar or such a bracket cost one look.
 */

/** Begins a code span that is a formula. Of the private use area: nobody types it. */
export const MARK = '\uf8e1'

const WORTH_A_LOOK = /\$|\\[([]/
const FENCE = /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/
const DISPLAY = /^([\s>]*(?:(?:[-*+]|\d+[.)])\s+)?)(\$\$(?!\$)|\\\[)/
const LONGEST_FENCE = '````'
/** How far the end of a formula is looked for, in lines and in characters: an open one costs no more. */
const MOST_LINES = 300
const MOST_CHARACTERS = 2_000

/** Markdown in which the formulas are marked. `open`: it is still being written. */
export function markFormulas(text: string, open = false): string {
  if (!WORTH_A_LOOK.test(text)) return text
  const lines = text.split('\n')
  const made: string[] = []
  let words: string[] = []
  const flush = () => {
    if (words.length > 0) made.push(markInline(words.join('\n')))
    words = []
  }
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const block = codeBlockAt(lines, at) ?? displayAt(lines, at, open)
    // Formulas do not reach over the end of a paragraph.
    if (block || line.trim() === '') flush()
    if (block) made.push(...block.lines)
    else if (line.trim() === '') made.push(line)
    else words.push(line)
    at = block?.end ?? at + 1
  }
  flush()
  return made.join('\n')
}

const FORMULA = new RegExp(`(?:^[ \\t>]*(?:(?:[-*+]|\\d+[.)])\\s+)?(?:\`{3,}|~{3,})math\\b)|\`${MARK}`, 'm')

/** Where the first formula of marked words begins, or the row of a table with it; -1 without one. */
export function formulaAt(marked: string): number {
  const at = marked.search(FORMULA)
  const line = marked.lastIndexOf('\n', at) + 1
  return at >= 0 && /^\s*\|/.test(marked.slice(line, at)) ? line : at
}

/** Marked words up to a place, with the addresses that are defined behind it: links before it need them. */
export function upTo(marked: string, at: number): string {
  const defined = marked.slice(at).match(/^ {0,3}\[[^\]\n]+\]:.*$/gm) ?? []
  return [marked.slice(0, at), ...defined].join('\n\n')
}

/** Whether there is a formula in a model's words. */
export function hasFormula(text: string): boolean {
  return WORTH_A_LOOK.test(text) || text.includes('math') ? formulaAt(markFormulas(text)) >= 0 : false
}

/** The source of a code span that is a formula; null for code. */
export function formulaIn(code: string): string | null {
  return code.startsWith(MARK) ? code.slice(MARK.length).trim() : null
}

interface Block {
  lines: string[]
  end: number
}

function codeBlockAt(lines: readonly string[], from: number): Block | null {
  const fence = FENCE.exec(lines[from] ?? '')?.[1]
  if (!fence) return null
  const closes = new RegExp(`^[\\s>]*${fence[0] === '~' ? '~' : '`'}{${fence.length},}\\s*$`)
  const closed = lines.findIndex((line, at) => at > from && closes.test(line))
  const end = closed < 0 ? lines.length : closed + 1
  return { lines: lines.slice(from, end), end }
}

/** A formula that has lines of its own. */
function displayAt(lines: readonly string[], from: number, open: boolean): Block | null {
  const line = lines[from] ?? ''
  const found = DISPLAY.exec(line)
  if (!found) return null
  const [opening, start = '', opener] = found
  const closer = opener === '$$' ? '$$' : '\\]'
  const rest = line.slice(opening.length)
  const closing = rest.includes(closer) ? from : lineWith(closer, lines, from + 1, open)
  if (closing === null) return null
  const within = [rest, ...lines.slice(from + 1, closing + 1).map((one) => one.replace(/^[\s>]+/, ''))]
  const [last = '', ...behind] = (within.pop() ?? '').split(closer)
  // Words behind it: it stands in a sentence.
  if (!/^\s*[.,;]?\s*$/.test(behind.join(closer))) return null
  return { lines: fenced(start, [...within, last], closing < lines.length), end: closing + 1 }
}

/** Where it ends; behind the last line when it may still be written, null when it does not. */
function lineWith(closer: string, lines: readonly string[], from: number, open: boolean): number | null {
  const last = open ? lines.length : Math.min(lines.length, from + MOST_LINES)
  for (let at = from; at < last; at += 1) {
    if (lines[at]?.includes(closer)) return at
  }
  return open ? lines.length : null
}

function fenced(start: string, body: readonly string[], closed: boolean): string[] {
  // What comes below a list's marker belongs to it by its indentation.
  const below = start.replace(/[^\s>]/g, ' ')
  const within = body.filter((line, at) => line.trim() !== '' || (at > 0 && at < body.length - 1))
  const lines = [`${start}${LONGEST_FENCE}math`, ...within.map((line) => below + line)]
  return closed ? [...lines, below + LONGEST_FENCE] : lines
}

/** A paragraph: its code spans stay, its formulas become code spans. */
function markInline(words: string): string {
  let made = ''
  for (let at = 0; at < words.length; ) {
    const taken = taking(words, at)
    made += taken.text
    at = taken.end
  }
  return made
}

interface Taken {
  text: string
  end: number
}

function taking(words: string, at: number): Taken {
  const one = words[at] ?? ''
  if (one === '`') return codeAt(words, at)
  if (one === '\\') {
    return (words[at + 1] === '(' ? betweenBrackets(words, at) : null) ?? { text: words.slice(at, at + 2), end: at + 2 }
  }
  if (one === '$') return betweenDollars(words, at) ?? { text: one, end: at + 1 }
  return { text: one, end: at + 1 }
}

function codeAt(words: string, at: number): Taken {
  const ticks = /^`+/.exec(words.slice(at))?.[0] ?? '`'
  let end = at + ticks.length
  for (const run of words.slice(end).matchAll(/`+/g)) {
    if (run[0].length !== ticks.length) continue
    end += run.index + ticks.length
    break
  }
  return { text: words.slice(at, end), end }
}

function betweenBrackets(words: string, at: number): Taken | null {
  const within = words.slice(at + 2, at + 2 + MOST_CHARACTERS)
  const length = within.indexOf('\\)')
  return length < 0 ? null : spanOf(within.slice(0, length), at + 2 + length + 2)
}

const WORD = /[A-Za-z0-9]/
/** A sum of money with words behind it, up to the next dollar. */
const PRICE = /^\d[\d.,]*(?:\s*(?:[kKmMbB]|bn|USD))?(?:[\s,;:–-]+[A-Za-z]{2,}|\s*[,;:–-]\s*$)/

/**
 * `$x$` is a formula, `$5 and $10` are prices. The first dollar touches what is behind it, the last
 * one what is before it, neither touches a word on its outer side, and there is none between.
 */
function betweenDollars(words: string, at: number): Taken | null {
  if (WORD.test(words[at - 1] ?? '')) return null
  const ticks = words[at + 1] === '$' ? '$$' : '$'
  const from = at + ticks.length
  const end = nextDollar(words, from)
  if (end < 0 || !words.startsWith(ticks, end)) return null
  const source = words.slice(from, end)
  if (ticks === '$' && !isTight(source)) return null
  const after = words[end + ticks.length] ?? ''
  return WORD.test(after) || after === '$' ? null : spanOf(source, end + ticks.length)
}

function isTight(source: string): boolean {
  return source !== '' && source === source.trim() && !PRICE.test(source)
}

function nextDollar(words: string, from: number): number {
  for (let at = from; at < words.length; at += 1) {
    if (words[at] === '\\') at += 1
    else if (words[at] === '$') return at
  }
  return -1
}

/** As a code span; a formula with a backtick in it would end it. */
function spanOf(source: string, end: number): Taken | null {
  return source.trim() === '' || source.includes('`') ? null : { text: `\`${MARK}${source.trim()}\``, end }
}
