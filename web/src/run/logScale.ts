/** Times on a line where work has its true length and the pauses between runs are cut short. */
import { intervalsOf, union, type Interval, type Span } from '@/run/logSpans'

/** The longest that one pause may be, as a part of all work. */
const PAUSE_SHARE = 0.18
const LEAST_MS = 1
const TICKS = 6
const NICE = [1, 2, 5]

export interface Piece extends Interval {
  /** Parts of the whole line, 0 to 1. */
  left: number
  width: number
  /** Nothing ran, and it is drawn shorter than it was. */
  cut: boolean
}

export interface Scale {
  pieces: Piece[]
  /** The place of a time on the line, 0 to 1. */
  at: (time: number) => number
}

export function scaleOf(spans: readonly Span[], now: number): Scale {
  const work = union(intervalsOf(spans, 'run', now))
  const all = union([...work, ...intervalsOf(spans, 'wait', now)])
  const start = all[0]?.from ?? now
  const end = Math.max(all.at(-1)?.to ?? now, start + LEAST_MS)
  const longest = Math.max(LEAST_MS, sum(work) * PAUSE_SHARE)
  const raw = segments(work, start, end).map((one) => {
    const ms = one.to - one.from
    const cut = one.idle && ms > longest
    return { from: one.from, to: one.to, cut, size: cut ? longest : ms }
  })
  const whole = raw.reduce((size, one) => size + one.size, 0) || LEAST_MS
  let left = 0
  const pieces = raw.map(({ size, ...one }) => {
    const piece = { ...one, left, width: size / whole }
    left += piece.width
    return piece
  })
  return { pieces, at: (time) => placeOf(pieces, time) }
}

function segments(work: readonly Interval[], start: number, end: number): (Interval & { idle: boolean })[] {
  const found: (Interval & { idle: boolean })[] = []
  let from = start
  for (const one of work) {
    if (one.from > from) found.push({ from, to: one.from, idle: true })
    found.push({ ...one, idle: false })
    from = one.to
  }
  if (end > from) found.push({ from, to: end, idle: true })
  return found.filter((one) => one.to > one.from)
}

function placeOf(pieces: readonly Piece[], time: number): number {
  for (const piece of pieces) {
    if (time <= piece.from) return piece.left
    if (time < piece.to) return piece.left + (piece.width * (time - piece.from)) / (piece.to - piece.from)
  }
  const last = pieces.at(-1)
  return last ? last.left + last.width : 0
}

export interface Tick {
  /** Ms since the start of the line. */
  offset: number
  at: number
  /** There is room for its words before the next one, before a cut and before the end. */
  said: boolean
}

/**
 * Round moments within the working pieces, about `TICKS` on the whole line.
 *
 * @param room How much of the line, 0 to 1, the words of one take.
 */
export function ticksOf({ pieces }: Scale, room: number): Tick[] {
  const first = pieces[0]
  if (!first) return []
  const shown = pieces.filter((piece) => !piece.cut)
  const ms = shown.reduce((size, piece) => size + piece.to - piece.from, 0)
  const step = niceStep(ms / TICKS)
  const ticks = shown.flatMap((piece) => {
    const from = Math.ceil((piece.from - first.from) / step) * step
    const found: { offset: number; at: number }[] = []
    for (let offset = from; offset <= piece.to - first.from; offset += step) {
      found.push({ offset, at: placeOf(pieces, first.from + offset) })
    }
    return found
  })
  const ends = [...pieces.filter((piece) => piece.cut).map((piece) => piece.left), 1]
  let free = 0
  return ticks.map(({ offset, at }) => {
    const end = ends.find((one) => one >= at) ?? 1
    const said = at >= free && at + room <= end
    if (said) free = at + room
    return { offset, at, said }
  })
}

function niceStep(ms: number): number {
  const size = 10 ** Math.floor(Math.log10(Math.max(ms, 1)))
  return (NICE.find((one) => one * size >= ms) ?? 10) * size
}

function sum(intervals: readonly Interval[]): number {
  return intervals.reduce((size, { from, to }) => size + to - from, 0)
}
