/** A clock that all relative times share: it moves twice a minute while anybody looks. */
const STEP_MS = 30_000

let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

export function minute(): number {
  return now
}

export function onMinute(listener: () => void): () => void {
  listeners.add(listener)
  now = Date.now()
  timer ??= setInterval(tick, STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}
