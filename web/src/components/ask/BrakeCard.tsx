import { useState } from 'react'

import { AskFrame } from '@/components/ask/AskFrame'
import type { AskProps } from '@/components/ask/askProps'
import { because, Reason } from '@/components/ask/Reason'
import { ErrorOf } from '@/components/ErrorOf'
import { useAnswer } from '@/hooks/useAnswer'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'

/** A limit was reached: go on, or end here? */
export function BrakeCard({ question, pending, onDone }: AskProps) {
  const [reason, setReason] = useState('')
  const { busy, problem, answer } = useAnswer(question, onDone)
  const off = pending && t('ask.loading')
  return (
    <AskFrame question={question}>
      <Reason value={reason} onWrite={setReason} />
      {problem && <ErrorOf error={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabledReason={off} onClick={() => void answer(because({ approved: true }, reason))}>
          {t('ask.on')}
        </Button>
        <Button busy={busy} disabledReason={off} onClick={() => void answer(because({ approved: false }, reason))}>
          {t('ask.stop')}
        </Button>
      </div>
    </AskFrame>
  )
}
