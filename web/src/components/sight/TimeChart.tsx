import { useId, useState, type ReactNode } from 'react'

import { useWidth } from '@/hooks/useWidth'
import { cx } from '@/lib/class'
import { drawnLabels, ticks } from '@/run/figures'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'

const USUAL_WIDTH = 560
const HEIGHT = 168
const LEFT = 52
const BOTTOM = 20
const TOP = 8
const LABEL_WIDTH = 64

export interface Layer {
  name: string
  tone: 'quiet' | 'accent' | 'wait' | 'bad' | 'faint'
  /** One for each step; null is a gap. */
  values: readonly (number | null)[]
}

interface Props {
  title: string
  /** The sum or the state, beside the title. */
  figure?: ReactNode
  form: 'columns' | 'line'
  labels: readonly string[]
  layers: readonly Layer[]
  write: (value: number) => string
  /** What stands below the steps, where that is shorter than their labels. */
  marks?: readonly string[]
  axis?: { ticks?: (most: number) => number[]; write?: (value: number) => string }
}

const FILL: Record<Layer['tone'], string> = {
  quiet: 'var(--c-line-control)',
  accent: 'var(--c-accent-fill)',
  wait: 'var(--c-wait)',
  bad: 'var(--c-bad)',
  faint: 'var(--c-line-strong)',
}

/** Something over time, drawn without a library: stacked columns or a line, with the numbers as a table behind. */
export function TimeChart(props: Props) {
  const [asTable, setAsTable] = useState(false)
  const { title, figure, layers } = props
  return (
    <figure aria-label={title} className="min-w-0 rounded-lg border border-line bg-raised px-4 pt-3 pb-3">
      <figcaption className="mb-2 flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="text-sm font-medium">{title}</span>
        {figure && <span className="text-sm text-ink-2">{figure}</span>}
        <Button small variant="quiet" className="ml-auto" aria-label={t(asTable ? 'sight.chart.drawn.of' : 'sight.chart.table.of', { title })} onClick={() => setAsTable(!asTable)}>
          {t(asTable ? 'chart.drawn' : 'chart.table')}
        </Button>
      </figcaption>
      {asTable ? <Numbers {...props} /> : <Drawing {...props} />}
      {layers.length > 1 && !asTable && <Legend layers={layers} />}
    </figure>
  )
}

function Drawing({ title, form, labels, layers, write, marks = labels, axis = {} }: Props) {
  const { ref, width } = useWidth<HTMLDivElement>(USUAL_WIDTH)
  const id = useId()
  const sums = labels.map((_, place) => layers.reduce((sum, layer) => sum + (layer.values[place] ?? 0), 0))
  const lines = (axis.ticks ?? ticks)(Math.max(0, ...sums))
  const most = lines.at(-1) ?? 1
  const slot = (width - LEFT) / Math.max(1, labels.length)
  const height = HEIGHT - TOP - BOTTOM
  const y = (value: number) => TOP + height * (1 - value / most)
  const drawn = drawnLabels(marks, slot, LABEL_WIDTH)
  const words = (place: number) => [labels[place] ?? '', ...layers.map((layer) => `${layer.name} ${layer.values[place] === null ? '–' : write(layer.values[place] ?? 0)}`)].join(' · ')
  return (
    <div ref={ref}>
      <svg viewBox={`0 0 ${width} ${HEIGHT}`} height={HEIGHT} role="img" aria-label={t('sight.chart.about', { title, n: labels.length })} className="block w-full">
        <defs>
          {/* Failures differ by more than their colour. */}
          <pattern id={id} width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="4" height="4" fill="var(--c-bad)" />
            <rect width="1.4" height="4" fill="var(--c-raised)" />
          </pattern>
        </defs>
        {lines.map((line) => (
          <g key={line}>
            <line x1={LEFT} x2={width} y1={y(line)} y2={y(line)} stroke="var(--c-line)" />
            <text x={LEFT - 8} y={y(line) + 4} textAnchor="end" className="fill-ink-3 text-2xs">
              {(axis.write ?? write)(line)}
            </text>
          </g>
        ))}
        {marks.map(
          (label, place) =>
            drawn[place] && LEFT + slot * (place + 0.5) < width - 20 && (
              <text key={place} x={LEFT + slot * (place + 0.5)} y={HEIGHT - 5} textAnchor="middle" className="fill-ink-3 text-2xs">
                {label}
              </text>
            ),
        )}
        {form === 'columns' ? <Columns {...{ layers, slot, y, pattern: `url(#${id})` }} /> : <Line {...{ layer: layers[0], slot, y }} />}
        {labels.map((_, place) => (
          <rect key={place} data-tip={words(place)} x={LEFT + slot * place} y={TOP} width={slot} height={height} className="fill-transparent hover:fill-ink/5" />
        ))}
      </svg>
    </div>
  )
}

interface Placed {
  slot: number
  y: (value: number) => number
}

function Columns({ layers, slot, y, pattern }: Placed & { layers: readonly Layer[]; pattern: string }) {
  const gap = slot > 8 ? 2 : slot > 4 ? 1 : 0
  const width = Math.min(40, slot - gap)
  const drawn = layers[0]?.values.map((_, place) => {
    let below = 0
    return layers.map((layer) => {
      const value = layer.values[place] ?? 0
      const from = below
      below += value
      return { tone: layer.tone, top: y(below), height: y(from) - y(below), value }
    })
  })
  return (
    <g>
      {drawn?.map((parts, place) =>
        parts.map(
          (part, at) =>
            part.value > 0 && (
              <rect
                key={`${place}.${at}`}
                x={LEFT + slot * (place + 0.5) - width / 2}
                y={part.top}
                width={width}
                height={Math.max(1, part.height)}
                fill={part.tone === 'bad' ? pattern : FILL[part.tone]}
              />
            ),
        ),
      )}
    </g>
  )
}

function Line({ layer, slot, y }: Placed & { layer: Layer | undefined }) {
  const points = layer?.values.map((value, at) => (value === null ? null : { x: LEFT + slot * (at + 0.5), y: y(value) })) ?? []
  const path = points.map((point, at) => (point ? `${points[at - 1] ? 'L' : 'M'}${point.x.toFixed(1)} ${point.y.toFixed(1)}` : '')).join('')
  const alone = (at: number) => !points[at - 1] && !points[at + 1]
  return (
    <g stroke="var(--c-accent-fill)" fill="var(--c-accent-fill)">
      <path d={path} fill="none" strokeWidth="1.75" strokeLinejoin="round" />
      {points.map((point, at) => point && (slot > 12 || alone(at)) && <circle key={at} cx={point.x} cy={point.y} r="2" stroke="none" />)}
    </g>
  )
}

function Legend({ layers }: { layers: readonly Layer[] }) {
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
      {layers.map((layer) => (
        <li key={layer.name} className="flex items-center gap-1.5">
          <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5">
            <rect width="10" height="10" rx="2" fill={FILL[layer.tone]} />
            {layer.tone === 'bad' && <path d="M0 10 10 0M-3 7 7-3M3 13 13 3" stroke="var(--c-raised)" strokeWidth="1.6" />}
          </svg>
          {layer.name}
        </li>
      ))}
    </ul>
  )
}

function Numbers({ title, labels, layers, write }: Props) {
  const rows = labels.map((label, place) => ({ label, values: layers.map((layer) => layer.values[place] ?? null) })).filter(({ values }) => values.some(Boolean))
  return (
    <div role="group" aria-label={title} tabIndex={0} className="scrollbar-thin h-48 overflow-auto">
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-raised text-left text-xs text-ink-3">
          <tr>
            {[t('sight.col.time'), ...layers.map((layer) => layer.name)].map((name, place) => (
              <th key={name} scope="col" className={cx('border-b border-line px-2 py-1 font-medium', place > 0 && 'text-right')}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }) => (
            <tr key={label}>
              <td className="border-b border-line px-2 py-1 whitespace-nowrap">{label}</td>
              {values.map((value, place) => (
                <td key={place} className="border-b border-line px-2 py-1 text-right">
                  {value === null ? '–' : write(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
