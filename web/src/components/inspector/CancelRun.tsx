import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { cancelRun } from '@/api/log'
import { asProblem } from '@/api/problem'
import { wordsOf } from '@/components/ErrorOf'
import { toast } from '@/lib/toasts'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import type { Run } from '@/wire/schema.gen'

/** Asks a run to stop. What its tools did stays done. */
export function CancelRun({ run }: { run: Run }) {
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  const stopping = asked || Boolean(run.cancel_by)
  const cancel = async () => {
    setAsked(true)
    try {
      await cancelRun(client, run.id)
    } catch (caught) {
      setAsked(false)
      toast(wordsOf(asProblem(caught)), 'bad')
    }
  }
  return (
    <Button small busy={stopping} onClick={() => void cancel()}>
      {stopping ? t('run.cancelling') : t('run.cancel')}
    </Button>
  )
}
