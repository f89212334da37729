import { useQuery, useQueryClient } from '@tanstack/react-query'

import { asProblem } from '@/api/problem'
import { questionQuery } from '@/api/questions'
import { Ask } from '@/components/ask/Ask'
import { useTurnActions } from '@/components/turnActions'
import { ErrorOf } from '@/components/ErrorOf'
import { outcome, said } from '@/run/question'
import { t } from '@/text/t'
import type { AnswerOut, QuestionView } from '@/wire/schema.gen'

const YES = ['approved', 'edited', 'answered', 'happened', 'run', 'on']

/**
 * The question of a card. It is shown at once as the message tells it, and can be answered as soon as
 * the stored one is there: what is decided is always what the server has.
 */
export function AskedOf({ told }: { told: QuestionView }) {
  const client = useQueryClient()
  const { onDecided } = useTurnActions()
  const query = questionQuery(told.interrupt.id)
  const { data, error, refetch } = useQuery(query)
  const done = (answered: AnswerOut) => {
    client.setQueryData(query.queryKey, answered.question)
    focusNext(told.interrupt.id)
    onDecided?.({
      id: told.interrupt.id,
      approved: YES.includes(outcome(answered.question)),
      reason: said(answered.question),
      runId: answered.run_id ?? '',
    })
  }
  if (error && !data) {
    const gone = asProblem(error).status === 404
    return gone ? <p className="text-sm text-ink-3">{t('ask.gone')}</p> : <ErrorOf error={error} onRetry={() => void refetch()} />
  }
  return <Ask question={data ?? told} pending={!data} onDone={done} />
}

/** The buttons that were pressed are gone: the focus goes to the next question, never onto a button. */
function focusNext(id: string): void {
  const asked = [...document.querySelectorAll<HTMLElement>('[data-asked]')]
  const at = asked.findIndex((one) => one.dataset.asked === id)
  const next = asked[at + 1] ?? asked.find((one) => one.dataset.asked !== id)
  next?.focus({ preventScroll: true })
}
