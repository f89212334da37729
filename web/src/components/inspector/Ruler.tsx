import { useWidth } from '@/hooks/useWidth'
import { cx } from '@/lib/class'
import { duration } from '@/lib/time'
import { ticksOf, type Scale } from '@/run/logScale'
import { took } from '@/run/logTime'
import { t } from '@/text/t'

/** Name, time, and where there is room tokens and cost. */
export const LANES =
  'grid grid-cols-[8rem_minmax(0,1fr)] sm:grid-cols-[13rem_minmax(0,1fr)_4.5rem_5rem]'

/** What the words of a time take at most, px. */
const WORDS_PX = 56

export function Ruler({ scale }: { scale: Scale }) {
  const { ref, width } = useWidth<HTMLSpanElement>(0)
  return (
    <div aria-hidden="true" className={cx(LANES, 'h-7 border-b border-line bg-sunken text-2xs leading-7')}>
      <span className="border-r border-line" />
      <span ref={ref} className="relative mx-3">
        {ticksOf(scale, width > 0 ? WORDS_PX / width : 1).map(({ offset, at, said }) => (
          <span
            key={offset}
            className="absolute top-0 h-full border-l border-line-strong pl-1 whitespace-nowrap text-ink-3"
            style={{ left: `${at * 100}%` }}
          >
            {said && (offset === 0 ? '0' : took(offset))}
          </span>
        ))}
        {cuts(scale).map((piece) => (
          <span
            key={piece.from}
            className="absolute top-0 flex h-full items-center justify-center overflow-hidden border-x border-dashed border-line-strong bg-sunken whitespace-nowrap text-wait"
            style={{ left: `${piece.left * 100}%`, width: `${piece.width * 100}%` }}
          >
            {duration(piece.to - piece.from)}
          </span>
        ))}
      </span>
      <span className="hidden pr-3 text-right text-ink-3 sm:block">{t('trace.tokens')}</span>
      <span className="hidden pr-3 text-right text-ink-3 sm:block">{t('trace.cost')}</span>
    </div>
  )
}

/** The times in which nothing ran and that are drawn shorter than they were. */
export function Pauses({ scale }: { scale: Scale }) {
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
