import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { words } from '@/lib/format'
import { t } from '@/text/t'
import { Card } from '@/ui/Card'
import { StatusWord } from '@/ui/StatusWord'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { QuestionView } from '@/wire/schema.gen'

interface Props {
  question: QuestionView
  /** What stands beside the kind: the effect of the tool, for example. */
  badge?: ReactNode
  children: ReactNode
}

/** What all open questions have in common: what is asked, by whom, until when, and on which grounds. */
export function AskFrame({ question, badge, children }: Props) {
  const { interrupt } = question
  const { kind } = interrupt
  return (
    <Card
      tone="wait"
      role="group"
      aria-label={t(`ask.kind.${kind}`)}
      tabIndex={-1}
      data-asked={interrupt.id}
      className="overflow-hidden"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-wait-line bg-wait-soft px-4 py-2">
        <StatusWord tone={kind === 'indeterminate' ? 'unknown' : 'wait'}>{t(`ask.kind.${kind}`)}</StatusWord>
        {badge}
        {interrupt.expires_at > 0 && (
          // Last, and from the left: nothing moves when it becomes shorter.
          <span className="text-xs text-ink-3">
            {t('ask.expires')} <Time at={interrupt.expires_at} />
          </span>
        )}
      </div>
      <div className="space-y-4 p-4">
        <div className="space-y-1">
          <p className="text-read font-medium text-balance [overflow-wrap:anywhere] whitespace-pre-wrap">
            <Visible text={interrupt.question} />
          </p>
          {interrupt.tool && kind !== 'input' && <p className="text-xs text-ink-3">{asker(question)}</p>}
        </div>
        <Grounds question={question} />
        {children}
      </div>
    </Card>
  )
}

/** The one user of a server without accounts: nobody needs to be told who that is. */
const ALONE = 'local'

function asker({ interrupt }: QuestionView): string {
  const fill = { agent: interrupt.agent, tool: words(interrupt.tool ?? ''), user: interrupt.user }
  return t(interrupt.user && interrupt.user !== ALONE ? 'ask.by.for' : 'ask.by', fill)
}

/** What a person must know before they decide. */
function Grounds({ question: { interrupt } }: { question: QuestionView }) {
  const lines = [
    interrupt.untrusted && interrupt.kind !== 'input' && t('ask.untrusted'),
    interrupt.approver && t('ask.role', { role: interrupt.approver }),
    interrupt.four_eyes && t('ask.four'),
  ].filter((line): line is string => typeof line === 'string' && line !== '')
  if (lines.length === 0) return null
  return (
    <ul className="space-y-1.5 text-sm">
      {lines.map((line) => (
        <li key={line} className="flex items-start gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-wait" />
          <span className="min-w-0">{line}</span>
        </li>
      ))}
    </ul>
  )
}
