import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { answerQuestion } from '@/api/queries'
import { asProblem, type Problem } from '@/api/problem'
import { markOwn } from '@/lib/own'
import type { AnswerIn, AnswerOut, Json, QuestionView } from '@/wire/schema.gen'

/** One answer at a time to one question, bound to the arguments that were shown. */
export function useAnswer({ interrupt }: QuestionView, onDone: (done: AnswerOut) => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const send = async (given: AnswerIn) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    markOwn(interrupt.id)
    try {
      onDone(await answerQuestion(client, interrupt.id, { ...given, digest: interrupt.digest }))
    } catch (caught) {
      markOwn(interrupt.id, false)
      setProblem(asProblem(caught))
    } finally {
      setBusy(false)
    }
  }
  return {
    busy,
    problem,
    answer: (value: Json) => send({ answer: value }),
    /** Closes the question without an answer. */
    abandon: () => send({ abandon: true }),
  }
}
