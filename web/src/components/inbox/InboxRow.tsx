import { Link } from '@tanstack/react-router'

import { outcomeTone } from '@/components/inbox/outcomeTone'
import { cx } from '@/lib/class'
import { paths } from '@/lib/paths'
import type { InboxSearch } from '@/run/inboxSearch'
import { subject } from '@/run/question'
import { t } from '@/text/t'
import { StatusWord } from '@/ui/StatusWord'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { QuestionView } from '@/wire/schema.gen'

interface Props {
  question: QuestionView
  search: InboxSearch
}

/** One question in the list. Enter looks at it; nothing here decides it. */
export function InboxRow({ question, search }: Props) {
  const { interrupt, decision } = question
  const chosen = search.question === interrupt.id
  const { tone, word } = outcomeTone(question)
  const open = question.status === 'open'
  return (
    <li>
      <Link
        to={paths.inbox}
        search={{ ...search, question: interrupt.id }}
        data-question={interrupt.id}
        aria-current={chosen ? 'true' : undefined}
        className={cx(
          'block border-b border-line border-l-2 py-2.5 pr-3 pl-3.5 -outline-offset-2 hover:bg-hover',
          chosen ? 'border-l-accent bg-hover' : 'border-l-transparent',
        )}
      >
        <div className="flex items-center gap-2">
          <StatusWord tone={tone}>{open ? t(`inbox.kind.${interrupt.kind}`) : word}</StatusWord>
          <span className="flex-1" />
          <Time at={decision?.at ?? interrupt.opened_at} className="text-xs text-ink-3" />
        </div>
        <p className="mt-1 line-clamp-2 text-sm [overflow-wrap:anywhere]">
          <Visible text={interrupt.question} form="line" />
        </p>
        <p className="mt-1 truncate text-xs text-ink-3">
          {[subject(question), interrupt.agent].filter(Boolean).join(' · ')}
        </p>
      </Link>
    </li>
  )
}
