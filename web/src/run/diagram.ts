/** Diagrams that a model wrote. They are drawn in a frame apart; what that says is not believed. */

export const LONGEST_DIAGRAM = 20_000
const HIGHEST = 2_000

export type Said = 'ready' | { state: 'drawn'; height: number } | { state: 'failed' }

/** What a diagram's frame said; null when it is none of what such a frame says. */
export function heardFrom(data: unknown): Said | null {
  if (data === 'interlock-ready') return 'ready'
  if (typeof data !== 'object' || data === null) return null
  const { interlock, height } = data as Record<string, unknown>
  if (interlock === 'diagram-failed') return { state: 'failed' }
  if (interlock !== 'diagram-drawn' || typeof height !== 'number' || !(height >= 1)) return null
  return { state: 'drawn', height: Math.min(Math.ceil(height), HIGHEST) }
}
