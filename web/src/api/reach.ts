/** Whether the server answers. Every request says how it went; the offline banner listens. */
let reached = true
const listeners = new Set<() => void>()

export function isReached(): boolean {
  return reached
}

export function onReach(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteReached(): void {
  change(true)
}

export function noteUnreached(): void {
  change(false)
}

function change(now: boolean): void {
  if (reached === now) return
  reached = now
  for (const listener of listeners) listener()
}
