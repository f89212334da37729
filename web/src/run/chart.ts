/** A chart as data: checked against a small form, and measured for drawing. What does not fit is a table. */
import { membersOf } from '@/run/part'
import type { Json } from '@/wire/schema.gen'

const MOST_POINTS = 500
const MOST_SERIES = 8

export interface Series {
  name: string
  /** One for each label; null is a gap. */
  values: (number | null)[]
}

export interface ChartData {
  type: 'line' | 'bar'
  title: string
  unit: string
  labels: string[]
  series: Series[]
}

/** `{type, title?, unit?, labels: [..], series: [{name?, values: [..]}]}`; null when it is none. */
export function chartOf(data: Json): ChartData | null {
  const given = membersOf(data)
  if (!given || (given.type !== 'line' && given.type !== 'bar')) return null
  if (!Array.isArray(given.labels) || !Array.isArray(given.series)) return null
  const labels = given.labels.map(word)
  const series = given.series.map((one) => seriesOf(one, labels.length))
  const fits = labels.length > 0 && labels.length <= MOST_POINTS && series.length > 0 && series.length <= MOST_SERIES
  if (!fits || series.includes(null)) return null
  return {
    type: given.type,
    title: word(given.title),
    unit: word(given.unit),
    labels,
    series: series.filter((one) => one !== null),
  }
}

function seriesOf(data: Json, length: number): Series | null {
  const given = membersOf(data)
  if (!given || !Array.isArray(given.values) || given.values.length !== length) return null
  const values = given.values.map((one) => (typeof one === 'number' && Number.isFinite(one) ? one : null))
  const wrong = given.values.some((one) => one !== null && typeof one !== 'number')
  return wrong || values.every((one) => one === null) ? null : { name: word(given.name), values }
}

function word(value: Json | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}

export interface Scale {
  min: number
  max: number
  ticks: number[]
}

const STEPS = [1, 2, 2.5, 5, 10]

/** Round numbers around the values; bars stand on zero. */
export function scaleOf({ series, type }: ChartData): Scale {
  const all = series.flatMap((one) => one.values).filter((one) => one !== null)
  const low = Math.min(...all, ...(type === 'bar' ? [0] : []))
  const high = Math.max(...all, ...(type === 'bar' ? [0] : []))
  const span = high - low || Math.abs(high) || 1
  const rough = span / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (STEPS.find((one) => one * power >= rough) ?? 10) * power
  const min = Math.floor(low / step) * step
  const count = Math.max(1, Math.ceil((high - min) / step - 1e-9))
  const ticks = Array.from({ length: count + 1 }, (_, place) => Number((min + place * step).toPrecision(12)))
  return { min, max: ticks.at(-1) ?? high, ticks }
}

/** Rows of a table for anything: lists of objects, lists of lists, an object, or one value. */
export function tableOf(data: Json): { head: string[]; rows: string[][] } {
  const chart = chartOf(data)
  if (chart) {
    const head = ['', ...chart.series.map((one) => one.name || chart.title)]
    const rows = chart.labels.map((label, place) => [label, ...chart.series.map((one) => word(one.values[place]))])
    return { head, rows }
  }
  const list = Array.isArray(data) ? data : [data]
  const names = [...new Set(list.flatMap((one) => Object.keys(membersOf(one) ?? { '': 0 })))]
  const rows = list.map((one) => {
    const members = membersOf(one) ?? { '': one }
    return names.map((name) => cell(members[name]))
  })
  return { head: names, rows }
}

function cell(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : word(value)
}
