import { offset, took } from '@/run/logTime'
import type { Span } from '@/run/logSpans'
import { t } from '@/text/t'

/** A span in words: what, how long, from when. */
export function spanWords(span: Span, since: number, now: number): string {
  return t('trace.span', {
    kind: t(`trace.kind.${span.kind}`),
    name: span.name,
    time: span.end === null ? t('trace.going') : took((span.end ?? now) - span.start),
    offset: offset(span.start - since),
  })
}
