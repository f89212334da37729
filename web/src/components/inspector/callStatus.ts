import type { CallLog } from '@/run/logCalls'
import { outcomeTone } from '@/run/logSummary'
import { t } from '@/text/t'
import type { Tone } from '@/ui/StatusWord'

/** How a call stands: a tone and a word. */
export function callStatus(call: CallLog): { tone: Tone; word: string } {
  if (call.outcome) return { tone: outcomeTone(call.outcome), word: t(`calls.outcome.${call.outcome}`) }
  if (call.status === 'ended') return { tone: 'neutral', word: t('calls.status.settled') }
  const tone = call.status === 'waiting' ? (call.attempts.length > 0 ? 'unknown' : 'wait') : call.status === 'running' ? 'busy' : 'neutral'
  return { tone, word: t(`calls.status.${call.status}`) }
}
