import { EventLink } from '@/components/inspector/EventLink'
import { spanWords } from '@/components/inspector/spanWords'
import type { TurnLog } from '@/run/log'
import type { Span } from '@/run/logSpans'
import { took } from '@/run/logTime'
import { t } from '@/text/t'

interface Props {
  span: Span | undefined
  log: TurnLog
  since: number
  now: number
}

/** What the chosen line of the waterfall is. */
export function SpanDetail({ span, log, since, now }: Props) {
  return (
    <p role="status" className="mt-3 flex min-h-5 flex-wrap gap-x-3 gap-y-1 text-sm text-ink-2">
      {span ? (
        <>
          <span>{spanWords(span, since, now)}</span>
          {span.firstAt !== undefined && (
            <span className="text-ink-3">{t('trace.first', { time: took(span.firstAt - span.start) })}</span>
          )}
          {span.fault && <span className="text-bad">{span.fault}</span>}
          <EventLink place={{ runId: span.runId, seq: span.seq, time: span.start }} chain={log.runs} runId="" />
        </>
      ) : (
        <span className="text-ink-3">{t('trace.hint')}</span>
      )}
    </p>
  )
}
