/** Times in ms since the epoch, in the reader's language. Now is always passed in. */
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]
const WEEK = 7 * 86_400_000

/** "3 min. ago", "in 2 hr.", "now"; a date when it is more than a week away. */
export function relative(time: number, now: number, language: string): string {
  const away = time - now
  if (Math.abs(away) >= WEEK) return shortDate(time, now, language)
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  for (const [unit, size] of UNITS) {
    if (Math.abs(away) >= size) return words.format(Math.trunc(away / size), unit)
  }
  return words.format(0, 'second')
}

function shortDate(time: number, now: number, language: string): string {
  const sameYear = new Date(time).getFullYear() === new Date(now).getFullYear()
  return new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(time)
}

/** The whole time with seconds, for titles. */
export function absolute(time: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(time)
}

/** "14:03:07.250", for logs. */
export function clock(time: number): string {
  const date = new Date(time)
  const two = (value: number) => String(value).padStart(2, '0')
  const ms = String(date.getMilliseconds()).padStart(3, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${ms}`
}

/** "0.4 s", "12 s", "3 min 05 s", "2 h 10 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`
}
