/** A standing yes: what it would let run from now on. Left alone it is these very arguments. */
import { membersOf } from '@/run/part'
import type { Json, Where } from '@/wire/schema.gen'

export type Scope = 'equals' | 'prefix' | 'any'

export interface Always {
  days: number
  thisThread: boolean
  /** By argument; one that is not named stays exactly as it is. */
  scopes: Readonly<Record<string, Scope>>
  prefixes: Readonly<Record<string, string>>
}

export const FRESH: Always = { days: 7, thisThread: false, scopes: {}, prefixes: {} }

/** Whether a yes may carry a rule. */
export function mayStand(schema: Record<string, Json>): boolean {
  return membersOf(schema.properties)?.always !== undefined
}

/** The arguments by name, with how far each may be left open: only text has a beginning. */
export function openable(given: Json | undefined): { field: string; value: Json; scopes: Scope[] }[] {
  return Object.entries(membersOf(given) ?? {}).map(([field, value = null]) => ({
    field,
    value,
    scopes: typeof value === 'string' ? ['equals', 'prefix', 'any'] : ['equals', 'any'],
  }))
}

/** The member `always` of the answer. */
export function alwaysOf({ days, thisThread, scopes, prefixes }: Always, given: Json | undefined): Record<string, Json> {
  const where = openable(given).map(({ field, value }): Where => {
    const scope = scopes[field] ?? 'equals'
    if (scope === 'any') return { field, any: true }
    return scope === 'prefix' ? { field, prefix: prefixes[field] ?? '' } : { field, equals: value }
  })
  const narrow = where.every((one) => 'equals' in one)
  return { days, ...(thisThread && { this_thread: true }), ...(!narrow && { where: where.map((one): Json => ({ ...one })) }) }
}

/** A beginning that is empty lets everything in; whoever wants that says so. */
export function isSound({ scopes, prefixes }: Always): boolean {
  return Object.entries(scopes).every(([field, scope]) => scope !== 'prefix' || (prefixes[field] ?? '').trim() !== '')
}
