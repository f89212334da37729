import type { AnswerOut, QuestionView } from '@/wire/schema.gen'

/** What a card of an open question is given. */
export interface AskProps {
  question: QuestionView
  /** The question is not the stored one yet: it is shown, and nothing can be pressed. */
  pending?: boolean
  onDone: (done: AnswerOut) => void
}
