/** What an edit changes, argument by argument. */
import { membersOf } from '@/run/part'
import type { Json } from '@/wire/schema.gen'

export interface Change {
  name: string
  /** Undefined where there was none. */
  before?: Json
  /** Undefined where it was taken away. */
  after?: Json
}

/** The top-level members that differ, in the order of the first, then the new ones. */
export function changesOf(before: Json | undefined, after: Json | undefined): Change[] {
  const old = membersOf(before)
  const next = membersOf(after)
  if (!old || !next) return same(before, after) ? [] : [{ name: '', before, after }]
  const names = new Set([...Object.keys(old), ...Object.keys(next)])
  return [...names]
    .filter((name) => !same(old[name], next[name]))
    .map((name) => ({ name, before: old[name], after: next[name] }))
}

/** Whether two values are the same JSON, whatever the order of their members. */
export function same(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}

function sorted(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) => {
      const members = membersOf(inner)
      return members
        ? Object.fromEntries(Object.entries(members).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : inner
    }) ?? 'undefined'
  )
}
