import { useSyncExternalStore } from 'react'

import { ApprovalCard } from '@/components/ask/ApprovalCard'
import type { AskProps } from '@/components/ask/askProps'
import { BrakeCard } from '@/components/ask/BrakeCard'
import { IndeterminateCard } from '@/components/ask/IndeterminateCard'
import { QuestionCard } from '@/components/ask/QuestionCard'
import { SettledCard } from '@/components/ask/SettledCard'
import { minute, onMinute } from '@/lib/minute'

/** A question in whatever state it is: open with its buttons, or closed without any. */
export function Ask(props: AskProps) {
  const now = useSyncExternalStore(onMinute, minute)
  const { interrupt, status } = props.question
  const over = interrupt.expires_at > 0 && interrupt.expires_at <= now
  if (status !== 'open' || over) return <SettledCard question={props.question} />
  switch (interrupt.kind) {
    case 'approval':
      return <ApprovalCard {...props} />
    case 'input':
      return <QuestionCard {...props} />
    case 'brake':
      return <BrakeCard {...props} />
    case 'indeterminate':
      return <IndeterminateCard {...props} />
  }
}
