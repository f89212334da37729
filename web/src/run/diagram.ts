/** Diagrams that a model wrote. They are drawn in a frame apart; what that says is not believed. */

export const LONGEST_DIAGRAM = 20_000

const ZOOMS = [0.5, 0.75, 1, 1.5, 2, 3, 4]

export type Said = 'ready' | 'drawn' | 'failed'

/** What a diagram's frame said; null when it is none of what such a frame says. */
export function heardFrom(data: unknown): Said | null {
  return data === 'interlock-ready' ? 'ready' : data === 'interlock-drawn' ? 'drawn' : data === 'interlock-failed' ? 'failed' : null
}

/** The next size in a direction; the same one at the end. */
export function zoomed(zoom: number, by: -1 | 1): number {
  return ZOOMS[ZOOMS.indexOf(zoom) + by] ?? zoom
}
