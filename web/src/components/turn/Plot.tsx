import { useWidth } from '@/hooks/useWidth'
import { count, cut } from '@/lib/format'
import { scaleOf, type ChartData, type Series } from '@/run/chart'
import { language, t, tag } from '@/text/t'

const USUAL_WIDTH = 640
const HEIGHT = 240
const LEFT = 48
const BOTTOM = 24
const TOP = 8
const LABEL_WIDTH = 72

/** Series differ by dash and by shade, so that they can be told apart without colour. */
const LOOKS = [
  { stroke: 'var(--c-accent)', dash: '' },
  { stroke: 'var(--c-ink-2)', dash: '5 3' },
  { stroke: 'var(--c-good)', dash: '2 3' },
  { stroke: 'var(--c-wait)', dash: '8 3 2 3' },
  { stroke: 'var(--c-ink-3)', dash: '' },
  { stroke: 'var(--c-accent)', dash: '3 5' },
  { stroke: 'var(--c-good)', dash: '9 4' },
  { stroke: 'var(--c-ink-2)', dash: '1 4' },
] as const

interface Geometry {
  x: (place: number) => number
  y: (value: number) => number
  slot: number
}

/** Lines or bars, drawn without a library. */
export function Plot({ chart }: { chart: ChartData }) {
  const scale = scaleOf(chart)
  const { ref, width } = useWidth<HTMLDivElement>(USUAL_WIDTH)
  const slot = (width - LEFT) / chart.labels.length
  const height = HEIGHT - TOP - BOTTOM
  const geometry: Geometry = {
    slot,
    x: (place) => LEFT + slot * (place + 0.5),
    y: (value) => TOP + height * (1 - (value - scale.min) / (scale.max - scale.min)),
  }
  const every = Math.max(1, Math.ceil(LABEL_WIDTH / slot))
  const total = chart.series.reduce((sum, one) => sum + one.values.length, 0)
  return (
    <div ref={ref}>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        height={HEIGHT}
        role="img"
        aria-label={t('chart.about', { title: chart.title || t('chart.title'), n: total })}
        className="block w-full"
      >
        {scale.ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={width} y1={geometry.y(tick)} y2={geometry.y(tick)} stroke="var(--c-line)" />
            <text x={LEFT - 8} y={geometry.y(tick) + 4} textAnchor="end" className="fill-ink-3 text-2xs">
              {count(tick, tag(language()))}
            </text>
          </g>
        ))}
        {chart.labels.map(
          (label, place) =>
            place % every === 0 && (
              <text key={place} x={geometry.x(place)} y={HEIGHT - 6} textAnchor="middle" className="fill-ink-3 text-2xs">
                {cut(label, 12)}
              </text>
            ),
        )}
        {chart.series.map((series, place) =>
          chart.type === 'line' ? (
            <Line key={place} {...{ series, geometry, place }} />
          ) : (
            <Bars key={place} {...{ series, geometry, place }} of={chart.series.length} zero={geometry.y(Math.max(0, scale.min))} />
          ),
        )}
      </svg>
      {(chart.series.length > 1 || chart.unit) && <Legend chart={chart} />}
    </div>
  )
}

interface Drawn {
  series: Series
  geometry: Geometry
  place: number
}

function Line({ series, geometry, place }: Drawn) {
  const look = LOOKS[place % LOOKS.length]
  const path = series.values
    .map((value, at) => {
      if (value === null) return ''
      const begins = at === 0 || series.values[at - 1] === null
      return `${begins ? 'M' : 'L'}${geometry.x(at).toFixed(1)} ${geometry.y(value).toFixed(1)}`
    })
    .join('')
  return (
    <g stroke={look?.stroke} fill={look?.stroke}>
      <path d={path} fill="none" strokeWidth="1.75" strokeDasharray={look?.dash} strokeLinejoin="round" />
      {series.values.map(
        (value, at) =>
          value !== null &&
          series.values.length <= 40 && <circle key={at} cx={geometry.x(at)} cy={geometry.y(value)} r="2.5" stroke="none" />,
      )}
    </g>
  )
}

function Bars({ series, geometry, place, of, zero }: Drawn & { of: number; zero: number }) {
  const look = LOOKS[place % LOOKS.length]
  const width = Math.min(36, (geometry.slot * 0.72) / of)
  const first = -((width * of) / 2) + width * place
  return (
    <g fill={look?.stroke}>
      {series.values.map((value, at) => {
        if (value === null) return null
        const y = geometry.y(value)
        return (
          <rect
            key={at}
            x={geometry.x(at) + first}
            y={Math.min(y, zero)}
            width={Math.max(1, width - 2)}
            height={Math.max(1, Math.abs(zero - y))}
            rx="2"
          />
        )
      })}
    </g>
  )
}

function Legend({ chart }: { chart: ChartData }) {
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {chart.series.map((series, place) => (
        <li key={place} className="flex items-center gap-1.5">
          <svg viewBox="0 0 20 4" aria-hidden="true" className="h-1 w-5">
            <line
              x1="0"
              x2="20"
              y1="2"
              y2="2"
              strokeWidth="3"
              stroke={LOOKS[place % LOOKS.length]?.stroke}
              strokeDasharray={chart.type === 'line' ? LOOKS[place % LOOKS.length]?.dash : ''}
            />
          </svg>
          {series.name || chart.title}
        </li>
      ))}
      {chart.unit && <li className="text-ink-3">{chart.unit}</li>}
    </ul>
  )
}
