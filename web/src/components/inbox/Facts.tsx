import type { ReactNode } from 'react'

import { codeWords } from '@/components/codeWords'
import { words } from '@/lib/format'
import { t } from '@/text/t'
import { Time } from '@/ui/Time'
import type { QuestionView } from '@/wire/schema.gen'

/** Who asks, for whom, why, and until when. */
export function Facts({ question }: { question: QuestionView }) {
  const { interrupt } = question
  // An open question has a card that says who asks, for whom and until when.
  const closed = question.status !== 'open'
  const rows: [string, ReactNode][] = [
    [t('inbox.fact.agent'), closed && interrupt.agent],
    [t('inbox.fact.tool'), closed && interrupt.tool && words(interrupt.tool)],
    [t('inbox.fact.why'), interrupt.code && <span key="why" className="inline-block first-letter:uppercase">{codeWords(interrupt.code)}</span>],
    [t('inbox.fact.for'), closed && interrupt.user],
    [t('inbox.fact.asked'), <Time key="asked" at={interrupt.opened_at} />],
  ]
  return (
    <dl aria-label={t('inbox.facts')} className="flex flex-wrap gap-x-6 gap-y-2">
      {rows.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt className="text-xs text-ink-3">{name}</dt>
              <dd className="text-sm [overflow-wrap:anywhere]">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
