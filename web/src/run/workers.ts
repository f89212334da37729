/** What is worth saying of a process beside its state. */
import type { WorkerView } from '@/wire/schema.gen'

export interface WorkerNews {
  kind: 'idle' | 'stalled' | 'lost'
  ms: number
}

/** An event loop that stands still this long is worth a word, ms. */
const STALL_MS = 1_000

export function standingOf({ state, idle_ms, stalled_ms, seen_ms_ago }: WorkerView): WorkerNews | null {
  if (state === 'lost') return { kind: 'lost', ms: seen_ms_ago }
  if (stalled_ms >= STALL_MS) return { kind: 'stalled', ms: stalled_ms }
  return state === 'zombie' ? { kind: 'idle', ms: idle_ms } : null
}

/** The versions of the living, each once. */
export function versionsOf(workers: readonly WorkerView[]): string[] {
  return [...new Set(workers.filter(({ state }) => state !== 'lost').map(({ version }) => version))]
}
