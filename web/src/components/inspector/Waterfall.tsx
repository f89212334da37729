import { useState } from 'react'

import { SpanDetail } from '@/components/inspector/SpanDetail'
import { Bar } from '@/components/inspector/Bar'
import { spanWords } from '@/components/inspector/spanWords'
import { useWidth } from '@/hooks/useWidth'
import { cx } from '@/lib/class'
import { duration } from '@/lib/time'
import type { TurnLog } from '@/run/log'
import { scaleOf, ticksOf, type Scale } from '@/run/logScale'
import { spansOf, totals, type Span } from '@/run/logSpans'
import { took } from '@/run/logTime'
import { t, type Key } from '@/text/t'
import { StatusShape } from '@/ui/StatusWord'

const LANES = 'grid grid-cols-[8rem_minmax(0,1fr)] sm:grid-cols-[13rem_minmax(0,1fr)]'

/** What the words of a time take at most, px. */
const WORDS_PX = 56

interface Props {
  log: TurnLog
  now: number
}

/** Where the time of a turn went. Waiting for people is drawn apart, and is not counted as work. */
export function Waterfall({ log, now }: Props) {
  const spans = spansOf(log)
  const scale = scaleOf(spans, now)
  const [chosen, choose] = useState('')
  const span = spans.find((one) => one.id === chosen)
  const since = spans[0]?.start ?? 0
  return (
    <section aria-label={t('trace.title')}>
      <Sums spans={spans} now={now} />
      <div className="mt-4 overflow-hidden rounded-lg border border-line">
        <Ruler scale={scale} />
        <div className="relative">
          <Pauses scale={scale} />
          <ul aria-label={t('trace.title')} className="relative">
            {spans.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-pressed={one.id === chosen}
                  aria-label={spanWords(one, since, now)}
                  data-tip={spanWords(one, since, now)}
                  onClick={() => choose(one.id)}
                  onFocus={() => choose(one.id)}
                  className={cx(
                    LANES,
                    'w-full items-center text-left -outline-offset-2 hover:bg-hover/60 aria-pressed:bg-accent-soft',
                    one.kind === 'run' ? 'h-9 border-t border-line first:border-t-0' : 'h-7',
                  )}
                >
                  <Name span={one} />
                  <Bar span={one} scale={scale} now={now} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <SpanDetail span={span} log={log} since={since} now={now} />
    </section>
  )
}

function Name({ span }: { span: Span }) {
  return (
    <span
      className={cx(
        'flex items-center gap-1.5 border-r border-line pr-3 text-sm',
        span.kind === 'run' ? 'h-9 pl-3 font-medium' : 'h-7 pl-6 text-ink-2',
      )}
    >
      {span.kind === 'wait' && <StatusShape tone="wait" />}
      <span className="truncate">
        {span.kind === 'run' ? t('run.chain.step', { n: span.name }) : span.name || t('trace.kind.wait')}
      </span>
    </span>
  )
}

function Sums({ spans, now }: { spans: readonly Span[]; now: number }) {
  const sum = totals(spans, now)
  const shown: [Key, number, string][] = [
    ['trace.work', sum.work, 'bg-line-control'],
    ['trace.model', sum.model, 'bg-accent-fill'],
    ['trace.tool', sum.tool, 'bg-good'],
    ['trace.waiting', sum.waiting, 'border border-wait bg-wait-soft'],
  ]
  return (
    <ul aria-label={t('trace.legend')} className="flex flex-wrap gap-x-6 gap-y-1">
      {shown.filter(([key, ms]) => ms > 0 || key === 'trace.work').map(([key, ms, colour]) => (
        <li key={key} className="flex items-center gap-2 text-sm">
          <span aria-hidden="true" className={cx('h-2.5 w-3.5 rounded-sm', colour)} />
          <span className="font-medium">{took(ms)}</span>
          <span className="text-ink-3">{t(key)}</span>
        </li>
      ))}
    </ul>
  )
}

function Ruler({ scale }: { scale: Scale }) {
  const { ref, width } = useWidth<HTMLSpanElement>(0)
  return (
    <div aria-hidden="true" className={cx(LANES, 'h-7 border-b border-line bg-sunken')}>
      <span className="border-r border-line" />
      <span ref={ref} className="relative mx-3">
        {ticksOf(scale, width > 0 ? WORDS_PX / width : 1).map(({ offset, at, said }) => (
          <span
            key={offset}
            className="absolute top-0 h-full border-l border-line-strong pl-1 text-2xs leading-7 whitespace-nowrap text-ink-3"
            style={{ left: `${at * 100}%` }}
          >
            {said && (offset === 0 ? '0' : took(offset))}
          </span>
        ))}
        {cuts(scale).map((piece) => (
          <span
            key={piece.from}
            className="absolute top-0 flex h-full items-center justify-center overflow-hidden border-x border-dashed border-line-strong bg-sunken text-2xs whitespace-nowrap text-wait"
            style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%` }}
          >
            {duration(piece.to - piece.from)}
          </span>
        ))}
      </span>
    </div>
  )
}

/** The times in which nothing ran and that are drawn shorter than they were. */
function Pauses({ scale }: { scale: Scale }) {
  return (
    <div aria-hidden="true" className={cx(LANES, 'pointer-events-none absolute inset-0')}>
      <span />
      <span className="relative mx-3">
        {cuts(scale).map((piece) => (
          <span
            key={piece.from}
            className="absolute inset-y-0 border-x border-dashed border-line-strong bg-sunken"
            style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%` }}
          />
        ))}
      </span>
    </div>
  )
}

function cuts({ pieces }: Scale) {
  return pieces.filter((piece) => piece.cut)
}
