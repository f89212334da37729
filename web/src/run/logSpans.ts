/** The waterfall of a turn: spans from its log, and a scale on which waiting for people is short. */
import type { TurnLog } from '@/run/log'
import type { TraceSpan } from '@/wire/schema.gen'

export type SpanKind = 'run' | 'model' | 'tool' | 'gate' | 'wait'

export interface Span {
  id: string
  kind: SpanKind
  /** The model, the tool; of a run, which of the turn it is. */
  name: string
  /** Ms since the epoch; an end of null means that it goes on. */
  start: number
  end: number | null
  runId: string
  seq: number
  /** How it ended, when that is worth a word. */
  outcome?: string
  /** For a model: when its first words came, and why it gave no answer. */
  firstAt?: number
  fault?: string
  /** Only the server's trace knows these; the cost in USD, as decimal text. */
  tokens?: number
  cost?: string
  unpriced?: number
  attributes?: TraceSpan['attributes']
}

/** Runs in order, each followed by what happened in it, by time. */
export function spansOf(log: TurnLog): Span[] {
  return log.runs.flatMap((run, place) => {
    const inside = [...modelSpans(log), ...toolSpans(log), ...waitSpans(log)].filter((span) => span.runId === run.id)
    const whole: Span = {
      id: run.id,
      kind: 'run',
      name: String(place + 1),
      start: run.started.time,
      end: run.ended?.time ?? null,
      runId: run.id,
      seq: run.started.seq,
      outcome: run.status,
    }
    return [whole, ...inside.toSorted((one, other) => one.start - other.start || one.seq - other.seq)]
  })
}

function modelSpans(log: TurnLog): Span[] {
  return log.models.map((model) => ({
    id: `model:${model.started.runId}:${model.started.seq}`,
    kind: 'model',
    name: model.name,
    start: model.started.time,
    end: model.ended?.time ?? endOfRun(log, model.started.runId),
    runId: model.started.runId,
    seq: model.started.seq,
    outcome: model.fault === undefined ? undefined : 'failed',
    firstAt: model.firstAt,
    fault: model.fault,
  }))
}

function toolSpans(log: TurnLog): Span[] {
  return [...log.calls.values()].flatMap((call) =>
    call.attempts.map((attempt) => ({
      id: `tool:${call.id}:${attempt.number}`,
      kind: 'tool' as const,
      name: call.name,
      start: attempt.started.time,
      end: attempt.ended?.time ?? endOfRun(log, attempt.started.runId),
      runId: attempt.started.runId,
      seq: attempt.started.seq,
      outcome: attempt.ended ? call.outcome : undefined,
    })),
  )
}

function waitSpans(log: TurnLog): Span[] {
  return [...log.questions.values()].map(({ interrupt, asked, decision, told }) => ({
    id: `wait:${interrupt.id}`,
    kind: 'wait',
    name: interrupt.tool ?? '',
    start: asked.time,
    // Decisions may come from a replica whose clock is behind.
    end: decision ? Math.max(asked.time, Math.min(decision.at, told?.time ?? decision.at)) : null,
    runId: asked.runId,
    seq: asked.seq,
    outcome: decision?.status,
  }))
}

function endOfRun(log: TurnLog, runId: string): number | null {
  return log.runs.find((run) => run.id === runId)?.ended?.time ?? null
}

export interface Interval {
  from: number
  to: number
}

/** Overlapping and touching intervals as one. */
export function union(intervals: readonly Interval[]): Interval[] {
  const found: Interval[] = []
  for (const one of intervals.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1)
    if (last && one.from <= last.to) last.to = Math.max(last.to, one.to)
    else found.push({ ...one })
  }
  return found
}

export interface Totals {
  /** Ms while a run was active. */
  work: number
  /** Ms while nothing ran because a person was asked. Not part of `work`. */
  waiting: number
  model: number
  tool: number
}

export function totals(spans: readonly Span[], now: number): Totals {
  const of = (kind: SpanKind) => union(intervalsOf(spans, kind, now))
  const work = of('run')
  return {
    work: length(work),
    waiting: length(without(of('wait'), work)),
    model: length(of('model')),
    tool: length(of('tool')),
  }
}

export function intervalsOf(spans: readonly Span[], kind: SpanKind, now: number): Interval[] {
  return spans
    .filter((span) => span.kind === kind)
    .map((span) => ({ from: span.start, to: Math.max(span.start, span.end ?? now) }))
}

function length(intervals: readonly Interval[]): number {
  return intervals.reduce((sum, { from, to }) => sum + to - from, 0)
}

function without(intervals: readonly Interval[], holes: readonly Interval[]): Interval[] {
  return holes.reduce<Interval[]>(
    (left, hole) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, hole.from) },
          { from: Math.max(from, hole.to), to },
        ].filter((piece) => piece.to > piece.from),
      ),
    [...intervals],
  )
}
