/**
 * What is still being written, as far as it stands: shown too early, it would take its room away again.
 *
 * A table that is still being written is shown by whole rows: the header once it is known to be one, then
 * row by row. A cell that grows would move what is centred, and every row that comes after it. A line that
 * may define a link waits for its end: such a line is not shown at all.
 */

const ROW = /^\s*\|/
const DELIMITER = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/
const FENCE = /^\s*(`{3,}|~{3,})/

/** `[name]: address`, or what may become one. */
const DEFINITION = /^ {0,3}\[[^\]]*(?:\](?::.*)?)?$/

/** The words without a last line of which nothing may be left. */
export function standing(text: string): string {
  const last = text.lastIndexOf('\n') + 1
  return DEFINITION.test(text.slice(last)) && !isInFence(text) ? text.slice(0, last) : wholeRows(text)
}

/** The words without the row that is not finished, when they end within a table. */
export function wholeRows(text: string): string {
  const last = text.lastIndexOf('\n') + 1
  const gap = text.lastIndexOf('\n\n')
  const begins = gap < 0 ? 0 : gap + 2
  const lines = text.slice(begins).split('\n')
  if (!lines.some((line) => line.includes('|')) || isInFence(text)) return text
  if (lines.slice(1, -1).some((line) => DELIMITER.test(line) && line.includes('-'))) return text.slice(0, last)
  // What may become a header: until its second line is whole, it might be words.
  return lines.length <= 2 && lines.every((line) => ROW.test(line) || line === '') ? text.slice(0, begins) : text
}

function isInFence(text: string): boolean {
  let open = ''
  for (const line of text.split('\n')) {
    const fence = FENCE.exec(line)?.[1] ?? ''
    if (!open) open = fence
    else if (fence.startsWith(open)) open = ''
  }
  return open !== ''
}
