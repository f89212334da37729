import { CircleAlert } from 'lucide-react'

import { Bar } from '@/components/inspector/Bar'
import { LANES, Pauses, Ruler } from '@/components/inspector/Ruler'
import { costWords, spanWords } from '@/components/inspector/spanWords'
import { cx } from '@/lib/class'
import { count } from '@/lib/format'
import type { Scale } from '@/run/logScale'
import type { Span } from '@/run/logSpans'
import { language, t, tag } from '@/text/t'
import { StatusShape } from '@/ui/StatusWord'

interface Props {
  spans: readonly Span[]
  scale: Scale
  since: number
  now: number
  chosen: string
  onChoose: (id: string) => void
}

/** Spans, one a line, on one line of time. Waiting for people has a look of its own. */
export function Waterfall({ spans, scale, since, now, chosen, onChoose }: Props) {
  return (
    <div className="overflow-hidden rounded-lg border border-line">
      <Ruler scale={scale} />
      <div className="relative">
        <Pauses scale={scale} />
        <ul aria-label={t('trace.title')} className="relative">
          {spans.map((one) => (
            <li
              key={one.id}
              className={cx(
                LANES,
                'relative items-center',
                one.kind === 'run' ? 'h-9 border-t border-line first:border-t-0' : 'h-7',
              )}
            >
              {/* The button is the whole line; its name says what the line shows, and more. */}
              <button
                type="button"
                aria-pressed={one.id === chosen}
                aria-label={spanWords(one, since, now)}
                data-tip={spanWords(one, since, now)}
                onClick={() => onChoose(one.id)}
                onFocus={() => onChoose(one.id)}
                className="absolute inset-0 -outline-offset-2 hover:bg-hover/60 aria-pressed:bg-accent-soft"
              />
              <Name span={one} />
              <Bar span={one} scale={scale} now={now} />
              <Used span={one} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Name({ span }: { span: Span }) {
  return (
    <span
      aria-hidden="true"
      className={cx(
        'pointer-events-none relative flex items-center gap-1.5 border-r border-line pr-3 text-sm',
        span.kind === 'run' ? 'h-9 pl-3 font-medium' : 'h-7 pl-6',
        span.fault ? 'text-bad' : span.kind !== 'run' && 'text-ink-2',
      )}
    >
      {span.kind === 'wait' && <StatusShape tone="wait" />}
      {span.fault && <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />}
      <span className="truncate">
        {span.kind === 'run' ? t('run.chain.step', { n: span.name }) : span.name || t('trace.kind.wait')}
      </span>
    </span>
  )
}

/** Tokens and cost, which the name of the line says, too; on a phone they are in the line below. */
function Used({ span }: { span: Span }) {
  const look = cx('pointer-events-none relative hidden truncate pr-3 text-right text-xs sm:block', span.kind === 'run' ? 'font-medium' : 'text-ink-2')
  return (
    <>
      <span aria-hidden="true" className={look}>{span.tokens ? count(span.tokens, tag(language())) : ''}</span>
      <span aria-hidden="true" className={look}>{costWords(span)}</span>
    </>
  )
}
