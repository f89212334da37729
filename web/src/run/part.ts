/** Reads the parts of a message. What a server sends is checked before it is believed. */
import type { ChatPart } from '@/wire/chat'
import type { Json } from '@/wire/schema.gen'
import type { OutcomeKind } from '@/wire/can.gen'

export type Members = Record<string, Json | undefined>

/** A call, or a question that has a card of its own. */
export interface ToolPart {
  type: string
  toolName?: string
  toolCallId: string
  state: string
  input?: unknown
  rawInput?: unknown
  output?: unknown
  errorText?: string
  preliminary?: boolean
  approval?: Approval
}

export interface Approval {
  id: string
  approved?: boolean
  reason?: string
  isAutomatic?: boolean
  requestReason?: string
  descriptor?: unknown
}

/** What other parts say of calls: which arguments a person put in, and how they ended. */
export interface Remarks {
  edits: ReadonlyMap<string, { arguments: Json; by: string }>
  outcomes: ReadonlyMap<string, OutcomeKind | 'unknown'>
}

export function isTool(part: { type: string }): part is ToolPart {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-')
}

export function toolOf(part: ToolPart): string {
  return part.type === 'dynamic-tool' ? (part.toolName ?? '') : part.type.slice('tool-'.length)
}

export function remarksOf(parts: readonly ChatPart[]): Remarks {
  const edits = new Map<string, { arguments: Json; by: string }>()
  const outcomes = new Map<string, OutcomeKind | 'unknown'>()
  for (const part of parts) {
    const data = dataOf(part)
    const id = data && typeof data.toolCallId === 'string' ? data.toolCallId : ''
    if (!data || !id) continue
    if (part.type === 'data-interlock-edit') {
      edits.set(id, { arguments: data.arguments ?? null, by: String(data.by ?? '') })
    } else if (part.type === 'data-interlock-outcome') {
      outcomes.set(id, data.outcome as OutcomeKind | 'unknown')
    }
  }
  return { edits, outcomes }
}

/** The data of a data part, when it is an object. */
export function dataOf(part: object): Members | null {
  return 'data' in part ? membersOf(part.data) : null
}

export function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}
