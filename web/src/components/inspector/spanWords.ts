import { count, usd } from '@/lib/format'
import { offset, took } from '@/run/logTime'
import type { Span } from '@/run/logSpans'
import { language, t, tag } from '@/text/t'

/** A span in words: what, how long, from when, what it took, and what went wrong. */
export function spanWords(span: Span, since: number, now: number): string {
  const words = t('trace.span', {
    kind: t(`trace.kind.${span.kind}`),
    name: span.name,
    time: span.end === null ? t('trace.going') : took((span.end ?? now) - span.start),
    offset: offset(span.start - since),
  })
  const used = span.tokens ? t('trace.tokens.n', { n: count(span.tokens, tag(language())) }) : ''
  const fault = span.fault ? t('trace.fault', { fault: span.fault }) : ''
  return [words, used, costWords(span), fault].filter(Boolean).join(', ')
}

/** What it cost; empty when that is no question. A cost that is not known is never a zero. */
export function costWords({ cost, unpriced }: Span): string {
  if (cost === undefined) return unpriced ? t('trace.unpriced') : ''
  const shown = usd(cost, tag(language()))
  return unpriced ? `${shown}+` : shown
}
