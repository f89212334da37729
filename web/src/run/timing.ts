/** When a schedule fires: as a form has it, and in few words. */
import type { Schedule, ScheduleForm, Timing, When } from '@/wire/schema.gen'

export type Kind = 'cron' | 'every' | 'at'
export type Unit = 'second' | 'minute' | 'hour' | 'day'

/** Seconds. */
export const UNITS: readonly [Unit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

export interface Draft {
  name: string
  agent: string
  message: string
  kind: Kind
  cron: string
  zone: string
  amount: string
  unit: Unit
  /** As `<input type=datetime-local>` writes it, in the reader's own time zone. */
  at: string
  missed: NonNullable<Schedule['missed']>
  overlap: NonNullable<Schedule['overlap']>
  hook: string
}

export function kindOf(timing: Timing): Kind {
  return timing.cron ? 'cron' : timing.every ? 'every' : 'at'
}

/** Seconds in the largest unit that they are a whole number of. */
export function inUnits(seconds: number): { n: number; unit: Unit } {
  const [unit, size] = UNITS.find(([, one]) => seconds > 0 && seconds % one === 0) ?? ['second', 1]
  return { n: seconds / size, unit }
}

const PATTERN = '0 9 * * 1-5'

/** A form for something new, with a time of its own in the reader's zone. */
export function freshDraft(agent: string, zone: string): Draft {
  return {
    name: '',
    agent,
    message: '',
    kind: 'cron',
    cron: PATTERN,
    zone,
    amount: '1',
    unit: 'hour',
    at: '',
    missed: 'once',
    overlap: 'skip',
    hook: '',
  }
}

/** A form that says what a schedule says. */
export function draftOf(schedule: Schedule, zone: string): Draft {
  const { name, agent, message, timing, missed, overlap, hook_id: hook = '' } = schedule
  const fresh = freshDraft(agent, timing.cron && timing.zone ? timing.zone : zone)
  const { n, unit } = inUnits(timing.every ?? 0)
  return {
    ...fresh,
    name,
    message,
    hook,
    missed: missed ?? fresh.missed,
    overlap: overlap ?? fresh.overlap,
    kind: kindOf(timing),
    cron: timing.cron || PATTERN,
    ...(n > 0 && { amount: String(n), unit }),
    at: timing.at ? localOf(timing.at) : '',
  }
}

/** What the server is told about when. */
export function whenOf({ kind, cron, zone, amount, unit, at }: Draft): When {
  if (kind === 'cron') return { cron: cron.trim(), zone: zone.trim() }
  if (kind === 'every') return { every: Math.round(Number(amount) * (UNITS.find(([one]) => one === unit)?.[1] ?? 1)) || 0 }
  return { at: at ? new Date(at).getTime() : 0 }
}

export function formOf(draft: Draft): ScheduleForm {
  const { name, agent, message, missed, overlap, hook } = draft
  return { name: name.trim(), agent, message: message.trim(), missed, overlap, hook_id: hook, ...whenOf(draft) }
}

/** Whether enough is there to ask the server for the next times. */
export function isAskable(draft: Draft): boolean {
  const when = whenOf(draft)
  return Boolean(when.cron || (when.every ?? 0) > 0 || (when.at ?? 0) > 0)
}

function localOf(time: number): string {
  const date = new Date(time)
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
