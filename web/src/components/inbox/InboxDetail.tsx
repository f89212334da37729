import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'

import { ErrorOf } from '@/components/ErrorOf'
import { Ask } from '@/components/inbox/Ask'
import { Facts } from '@/components/inbox/Facts'
import { GoesOn } from '@/components/inbox/GoesOn'
import { Settled } from '@/components/inbox/Settled'
import { Sure } from '@/components/inbox/Sure'
import { useAnswer } from '@/hooks/useAnswer'
import { useKeys } from '@/hooks/useKeys'
import { paths } from '@/lib/paths'
import type { InboxSearch } from '@/run/inboxSearch'
import { t } from '@/text/t'
import { JsonView } from '@/ui/JsonView'
import { StatusWord, type Tone } from '@/ui/StatusWord'
import { Visible } from '@/ui/Visible'
import type { AnswerOut, QuestionView } from '@/wire/schema.gen'

interface Props {
  question: QuestionView
  search: InboxSearch
  /** Called before an answer is sent, and with false when it was not taken. */
  onMine: (mine: boolean) => void
  onNext: (() => void) | undefined
}

/** One question in full: what would happen, why it is asked, and what can be said. */
export function InboxDetail({ question, search, onMine, onNext }: Props) {
  const { interrupt } = question
  return (
    <article aria-labelledby="question" className="mx-auto w-full max-w-read space-y-5 px-4 py-5 md:px-6">
      <Link
        to={paths.inbox}
        search={{ ...search, question: undefined }}
        className="-ml-1 inline-flex h-8 items-center gap-1.5 rounded-md px-1 text-sm text-ink-2 hover:text-ink lg:hidden"
      >
        <ArrowLeft className="size-4" />
        {t('inbox.back')}
      </Link>
      <header className="space-y-1.5">
        <StatusWord tone={toneOf(question)}>
          {t(`inbox.kind.${interrupt.kind}`)}
        </StatusWord>
        <h2 id="question" tabIndex={-1} className="text-lg font-semibold text-balance outline-none [overflow-wrap:anywhere]">
          <Visible text={interrupt.question} />
        </h2>
      </header>
      <Shown question={question} />
      <Say {...{ question, onMine, onNext }} />
      <hr className="border-line" />
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

function toneOf({ status, interrupt }: QuestionView): Tone {
  if (status !== 'open') return 'neutral'
  return interrupt.kind === 'indeterminate' ? 'unknown' : 'wait'
}

function Shown({ question }: { question: QuestionView }) {
  const { interrupt } = question
  return (
    <>
      {question.status === 'open' && interrupt.untrusted && (
        <p className="rounded-lg border border-wait-line bg-wait-soft px-3 py-2 text-sm text-wait">{t('inbox.untrusted')}</p>
      )}
      {interrupt.arguments !== undefined && interrupt.kind !== 'input' && (
        <section className="rounded-lg border border-line p-3">
          <h3 className="mb-2 text-xs font-medium text-ink-3">{t('inbox.arguments')}</h3>
          <JsonView value={interrupt.arguments} raw={question.shown} label={t('inbox.arguments')} />
        </section>
      )}
    </>
  )
}

/** The answer: to give, or given. */
function Say({ question, onMine, onNext }: Omit<Props, 'search'>) {
  const [done, setDone] = useState<AnswerOut | null>(null)
  const [sure, setSure] = useState(false)
  const open = question.status === 'open' && !done
  const { busy, problem, answer } = useAnswer(question, {
    onBegin: () => onMine(true),
    onEnd: (taken) => {
      setDone(taken)
      if (!taken) onMine(false)
    },
  })
  const canApprove = open && question.interrupt.kind === 'approval'
  const approve = () => {
    setSure(false)
    void answer({ approved: true })
  }
  useKeys({
    a: () => setSure(canApprove),
    y: () => canApprove && sure && approve(),
    Escape: () => setSure(false),
  })
  if (!open) {
    return (
      <section className="space-y-3">
        <Settled question={done?.question ?? question} />
        {done && <GoesOn done={done} onNext={onNext} />}
      </section>
    )
  }
  return (
    <section className="space-y-3">
      {question.interrupt.four_eyes && <p className="text-sm text-ink-2">{t('inbox.fact.four')}</p>}
      {sure ? (
        <Sure onYes={approve} onNo={() => setSure(false)} />
      ) : (
        <Ask question={question} busy={busy} onAnswer={(value) => void answer(value)} />
      )}
      {problem && <ErrorOf error={problem} />}
    </section>
  )
}
