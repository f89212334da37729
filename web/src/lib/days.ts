/** Days as the usage report wants them: `2026-11-01`. Pure: today is passed in. */
export interface Days {
  from: string
  to: string
}

/** This month up to today, or the whole month before. */
export function monthOf(today: Date, which: 'this' | 'last'): Days {
  const year = today.getFullYear()
  const month = today.getMonth()
  if (which === 'this') return { from: dayOf(new Date(year, month, 1)), to: dayOf(today) }
  return { from: dayOf(new Date(year, month - 1, 1)), to: dayOf(new Date(year, month, 0)) }
}

/** Every day from one to another, both included. */
export function everyDay({ from, to }: Days): string[] {
  const days: string[] = []
  const end = Date.parse(`${to}T00:00:00Z`)
  for (let at = Date.parse(`${from}T00:00:00Z`); at <= end; at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

function dayOf(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
