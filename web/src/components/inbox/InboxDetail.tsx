import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'

import { Ask } from '@/components/ask/Ask'
import { Facts } from '@/components/inbox/Facts'
import { GoesOn } from '@/components/inbox/GoesOn'
import { Sure } from '@/components/inbox/Sure'
import { ErrorOf } from '@/components/ErrorOf'
import { useAnswer } from '@/hooks/useAnswer'
import { useKeys } from '@/hooks/useKeys'
import { paths } from '@/lib/paths'
import type { InboxSearch } from '@/run/inboxSearch'
import { t } from '@/text/t'
import { JsonView } from '@/ui/JsonView'
import type { AnswerOut, QuestionView } from '@/wire/schema.gen'

interface Props {
  question: QuestionView
  search: InboxSearch
  onNext: (() => void) | undefined
}

/** One question in full: what would happen, why it is asked, and what can be said. */
export function InboxDetail({ question, search, onNext }: Props) {
  const { interrupt } = question
  const [done, setDone] = useState<AnswerOut | null>(null)
  const { sure, setSure, problem, approve } = useApproval(question, setDone)
  return (
    <article
      id="question"
      tabIndex={-1}
      aria-label={interrupt.question}
      className="mx-auto w-full max-w-read space-y-5 px-4 py-5 outline-none md:px-6"
    >
      <Link
        to={paths.inbox}
        search={{ ...search, question: undefined }}
        className="-ml-1 inline-flex h-8 items-center gap-1.5 rounded-md px-1 text-sm text-ink-2 hover:text-ink lg:hidden"
      >
        <ArrowLeft className="size-4" />
        {t('inbox.back')}
      </Link>
      {sure ? (
        <Sure question={question} onYes={approve} onNo={() => setSure(false)} />
      ) : (
        <Ask question={done?.question ?? question} onDone={setDone} />
      )}
      {problem && <ErrorOf error={problem} />}
      {done && <GoesOn done={done} onNext={onNext} />}
      {question.status !== 'open' && interrupt.arguments !== undefined && (
        <section>
          <p className="mb-1.5 text-xs text-ink-3">{t('inbox.arguments')}</p>
          <JsonView value={interrupt.arguments} raw={question.shown} label={t('inbox.arguments')} />
        </section>
      )}
      <Facts question={question} />
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        <Link to={paths.chat(interrupt.agent, interrupt.thread_id)} className="text-accent hover:underline">
          {t('inbox.fact.thread')}
        </Link>
        <Link to={paths.run(interrupt.run_id)} className="text-accent hover:underline">
          {t('inbox.fact.run')}
        </Link>
      </p>
    </article>
  )
}

/** Approving by keyboard: one key asks, another one says yes. */
function useApproval(question: QuestionView, onDone: (done: AnswerOut) => void) {
  const [sure, setSure] = useState(false)
  const { problem, answer } = useAnswer(question, onDone)
  const can = question.status === 'open' && question.interrupt.kind === 'approval'
  const approve = () => {
    setSure(false)
    void answer({ approved: true })
  }
  useKeys({
    a: () => setSure(can),
    y: () => can && sure && approve(),
    Escape: () => setSure(false),
  })
  return { sure: sure && can, setSure, problem, approve }
}
