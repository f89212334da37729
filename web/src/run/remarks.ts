/** What the other parts of a message say of its calls. */
import { againOf, type Again } from '@/run/again'
import { dataOf } from '@/run/part'
import type { OutcomeKind } from '@/wire/can.gen'
import type { ChatPart } from '@/wire/chat'
import type { Json } from '@/wire/schema.gen'

/** Which arguments a person put in, and how they ended. */
export interface Remarks {
  edits: ReadonlyMap<string, { arguments: Json; by: string }>
  outcomes: ReadonlyMap<string, OutcomeKind | 'unknown'>
  /** Calls that were stopped before they began. */
  unbegun: ReadonlySet<string>
  /** Calls that the agent itself made anew. */
  again: ReadonlyMap<string, Again>
}

export function remarksOf(parts: readonly ChatPart[]): Remarks {
  const edits = new Map<string, { arguments: Json; by: string }>()
  const outcomes = new Map<string, OutcomeKind | 'unknown'>()
  const unbegun = new Set<string>()
  for (const part of parts) {
    const data = dataOf(part)
    const id = data && typeof data.toolCallId === 'string' ? data.toolCallId : ''
    if (!data || !id) continue
    if (part.type === 'data-interlock-edit') {
      edits.set(id, { arguments: data.arguments ?? null, by: String(data.by ?? '') })
    } else if (part.type === 'data-interlock-outcome') {
      outcomes.set(id, data.outcome as OutcomeKind | 'unknown')
      if (data.began === false) unbegun.add(id)
    }
  }
  return { edits, outcomes, unbegun, again: againOf(parts) }
}
