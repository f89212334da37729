import { useState } from 'react'

import { EventLink } from '@/components/inspector/EventLink'
import { spanWords } from '@/components/inspector/spanWords'
import type { Span } from '@/run/logSpans'
import { took } from '@/run/logTime'
import { t } from '@/text/t'
import { Fold } from '@/ui/Fold'

interface Props {
  span: Span | undefined
  chain: readonly { id: string }[]
  since: number
  now: number
}

/** What the chosen line of the waterfall is. */
export function SpanDetail({ span, chain, since, now }: Props) {
  return (
    <>
      <p role="status" className="mt-3 flex min-h-5 flex-wrap gap-x-3 gap-y-1 text-sm">
        {span ? (
          <>
            <span className={span.fault ? 'text-bad' : 'text-ink-2'}>{spanWords(span, since, now)}</span>
            {span.firstAt !== undefined && (
              <span className="text-ink-3">{t('trace.first', { time: took(span.firstAt - span.start) })}</span>
            )}
            <EventLink place={{ runId: span.runId, seq: span.seq, time: span.start }} chain={chain} runId="" />
          </>
        ) : (
          <span className="text-ink-3">{t('trace.hint')}</span>
        )}
      </p>
      {span?.attributes && <Attributes of={span.attributes} />}
    </>
  )
}

function Attributes({ of }: { of: NonNullable<Span['attributes']> }) {
  const [open, setOpen] = useState(false)
  return (
    <Fold
      open={open}
      onToggle={() => setOpen(!open)}
      head={<span className="text-ink-2">{t('trace.attributes')}</span>}
      headClass="flex-none px-2 -ml-2"
    >
      <dl className="grid gap-x-4 gap-y-0.5 font-mono text-xs sm:grid-cols-[max-content_minmax(0,1fr)]">
        {Object.entries(of).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{String(value)}</dd>
          </div>
        ))}
      </dl>
    </Fold>
  )
}
