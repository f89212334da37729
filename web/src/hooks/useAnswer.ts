import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { answerQuestion } from '@/api/queries'
import { asProblem, type Problem } from '@/api/problem'
import type { AnswerIn, AnswerOut, Json, QuestionView } from '@/wire/schema.gen'

interface Ends {
  onBegin?: () => void
  /** With null when it was not taken. */
  onEnd: (done: AnswerOut | null) => void
}

/** One answer at a time to one question, bound to the arguments that were shown. */
export function useAnswer({ interrupt }: QuestionView, { onBegin, onEnd }: Ends) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const send = async (given: AnswerIn) => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    onBegin?.()
    try {
      onEnd(await answerQuestion(client, interrupt.id, { ...given, digest: interrupt.digest }))
    } catch (caught) {
      setProblem(asProblem(caught))
      onEnd(null)
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
