import { runTone, runWord } from '@/run/runStatus'
import { t } from '@/text/t'
import { StatusWord } from '@/ui/StatusWord'
import type { Run } from '@/wire/schema.gen'

/** How a run stands: shape and word. */
export function RunStatus({ run, waits }: { run: Run; waits: boolean }) {
  const word = runWord(run, waits)
  return <StatusWord tone={runTone(word)}>{t(`runs.status.${word}`)}</StatusWord>
}
