import type { ReactNode } from 'react'

import { codeWords } from '@/components/codeWords'
import { words } from '@/lib/format'
import { t } from '@/text/t'
import { Time } from '@/ui/Time'
import type { QuestionView } from '@/wire/schema.gen'

/** Who asks, for whom, why, and until when. */
export function Facts({ question }: { question: QuestionView }) {
  const { interrupt } = question
  const rows: [string, ReactNode][] = [
    [t('inbox.fact.agent'), interrupt.agent],
    [t('inbox.fact.tool'), interrupt.tool && words(interrupt.tool)],
    [t('inbox.fact.why'), interrupt.code && <span key="why" className="inline-block first-letter:uppercase">{codeWords(interrupt.code)}</span>],
    [t('inbox.fact.for'), interrupt.user],
    [t('inbox.fact.role'), interrupt.approver],
    [t('inbox.fact.asked'), <Time key="asked" at={interrupt.opened_at} />],
    [t('inbox.fact.expires'), question.status === 'open' && <Time key="expires" at={interrupt.expires_at} />],
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
