import { outcome, type Outcome } from '@/run/question'
import { t } from '@/text/t'
import type { Tone } from '@/ui/StatusWord'
import type { Decision, QuestionView } from '@/wire/schema.gen'

const TONE: Partial<Record<Outcome, Tone>> = {
  open: 'wait',
  approved: 'good',
  edited: 'good',
  answered: 'good',
  happened: 'good',
  on: 'good',
  run: 'good',
  rejected: 'refused',
  stopped: 'refused',
  skip: 'refused',
}

const DOORS = ['api', 'agui', 'aisdk', 'cli', 'web', 'system'] as const

/** What became of a question: a tone and a word. A no is as neutral as a yes is. */
export function outcomeTone(question: QuestionView): { tone: Tone; word: string } {
  const found = outcome(question)
  if (found === 'open' && question.interrupt.kind === 'indeterminate') {
    return { tone: 'unknown', word: t('inbox.outcome.open') }
  }
  return { tone: TONE[found] ?? 'neutral', word: t(`inbox.outcome.${found}`) }
}

/** Who decided, and through which door. */
export function decidedBy(decision: Decision): string {
  const door = DOORS.find((one) => one === decision.channel)
  if (!door || door === 'system') return door ? t('inbox.door.system') : decision.by
  return t('inbox.decided', { who: decision.by, door: t(`inbox.door.${door}`) })
}
