/** How a run stands, for a list and for its head. */
import type { RowTone } from '@/run/logSummary'
import type { Run } from '@/wire/schema.gen'

export type RunWord = Run['status'] | 'waiting' | 'braked'

/** @param waits Whether a question of this run is open. */
export function runWord(run: Run, waits: boolean): RunWord {
  if (run.status === 'interrupted' && waits) return 'waiting'
  return run.status === 'success' && run.brake ? 'braked' : run.status
}

const TONES: Record<RunWord, RowTone> = {
  queued: 'neutral',
  running: 'busy',
  waiting: 'wait',
  interrupted: 'neutral',
  success: 'good',
  braked: 'refused',
  failed: 'bad',
  cancelled: 'refused',
}

export function runTone(word: RunWord): RowTone {
  return TONES[word]
}

/** Input and output tokens; null when a provider did not tell. */
export function tokens({ usage }: Run): { input: number; output: number } | null {
  if (!usage || usage.known === false) return null
  return { input: usage.input_tokens ?? 0, output: usage.output_tokens ?? 0 }
}

export function isOver(run: Run): boolean {
  return run.status !== 'queued' && run.status !== 'running'
}
