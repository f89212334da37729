import { useState } from 'react'

import { duration } from '@/lib/time'
import { t } from '@/text/t'
import { Fold } from '@/ui/Fold'
import { Spinner } from '@/ui/Spinner'

interface Props {
  text: string
  streaming: boolean
  /** ms, as the server measured them. */
  took: number | undefined
}

/** What the model thought: open while it thinks, closed afterwards with the time that it took. */
export function Reasoning({ text, streaming, took }: Props) {
  const [chosen, choose] = useState<boolean | null>(null)
  const open = chosen ?? streaming
  return (
    <Fold
      open={open}
      onToggle={() => choose(!open)}
      headClass="-ml-2 flex-none px-2 text-ink-3"
      bodyClass="border-l-2 border-line pb-1 pl-4"
      head={
        <span className="flex items-center gap-2">
          {streaming && <Spinner className="text-accent" />}
          {title(streaming, took)}
        </span>
      }
    >
      <p className="text-sm leading-6 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{text}</p>
    </Fold>
  )
}

function title(streaming: boolean, took: number | undefined): string {
  if (streaming) return t('thought.now')
  return took === undefined ? t('thought.done') : t('thought.took', { time: duration(took) })
}
