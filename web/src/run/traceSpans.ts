/** The server's trace of a turn, as the waterfall draws it. */
import type { Span } from '@/run/logSpans'
import type { Trace, TraceSpan } from '@/wire/schema.gen'

/** The word that OpenTelemetry's names begin with says what the bar says by its look. */
const VERB = /^(?:invoke_agent|chat|execute_tool|gate|wait_for_person) /

/** Every run, and inside what took time or went wrong. Verdicts that let a call pass are left out. */
export function shownSpans(trace: Trace): Span[] {
  const runs = trace.spans.filter((span) => span.kind === 'run')
  return trace.spans.filter(isShown).map((span) => shown(span, runs.indexOf(span) + 1))
}

function isShown(span: TraceSpan): boolean {
  return span.kind !== 'gate' || (span.outcome !== 'allow' && span.outcome !== 'ask')
}

function shown(span: TraceSpan, place: number): Span {
  const tokens = span.tokens ?? {}
  const failed = span.status === 'error' || span.outcome === 'refuse'
  return {
    id: span.id,
    kind: span.kind,
    name: span.kind === 'run' ? String(place) : span.name.replace(VERB, ''),
    start: span.start,
    end: span.end ?? null,
    runId: span.run_id,
    seq: span.seq,
    outcome: span.outcome,
    firstAt: span.first_at || undefined,
    fault: failed ? span.error || span.outcome : undefined,
    tokens: Object.values(tokens).reduce((sum, count) => sum + (count ?? 0), 0) - (tokens.other_units ?? 0),
    cost: span.cost ?? undefined,
    unpriced: span.unpriced,
    attributes: span.attributes,
  }
}

/** The spans in which some words occur, each with its run; all of them without words. */
export function found(spans: readonly Span[], words: string, faultsOnly: boolean): Span[] {
  const wanted = words.trim().toLowerCase()
  const hits = spans.filter((span) => (!faultsOnly || span.fault) && (!wanted || says(span).includes(wanted)))
  const runs = new Set(hits.map((span) => span.runId))
  return spans.filter((span) => hits.includes(span) || (span.kind === 'run' && runs.has(span.runId)))
}

function says(span: Span): string {
  const attributes = Object.entries(span.attributes ?? {}).map(([name, value]) => `${name}=${String(value)}`)
  return [span.kind, span.name, span.outcome, span.fault, ...attributes].join('\n').toLowerCase()
}
