import { cx } from '@/lib/class'
import type { Scale } from '@/run/logScale'
import type { Span, SpanKind } from '@/run/logSpans'

const LOOK: Record<SpanKind, string> = {
  run: 'h-1 bg-line-control',
  model: 'h-3 bg-accent-fill',
  tool: 'h-3 bg-good',
  gate: 'h-3 bg-line-control',
  wait: 'h-3 border border-wait bg-wait-soft',
}

interface Props {
  span: Span
  scale: Scale
  now: number
}

/** A span on the line of time. Before a model's first words its bar is pale. */
export function Bar({ span, scale, now }: Props) {
  const from = scale.at(span.start)
  const to = scale.at(span.end ?? now)
  const first = span.firstAt === undefined ? from : scale.at(span.firstAt)
  const failed = span.fault !== undefined && span.kind !== 'run'
  return (
    <span aria-hidden="true" className="pointer-events-none relative mx-3 h-3">
      <span
        className={cx(
          'absolute top-1/2 min-w-[3px] -translate-y-1/2 overflow-hidden rounded-sm',
          failed ? 'h-3 bg-bad' : LOOK[span.kind],
          span.end === null && 'anim-breathe',
        )}
        style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
      >
        {first > from && to > from && (
          <span
            className="absolute inset-y-0 left-0 bg-ground/60"
            style={{ width: `${((first - from) / (to - from)) * 100}%` }}
          />
        )}
      </span>
    </span>
  )
}
