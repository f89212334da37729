/** Reads the parts of a message. What a server sends is checked before it is believed. */
import type { Json } from '@/wire/schema.gen'

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

export function isTool(part: { type: string }): part is ToolPart {
  return part.type === 'dynamic-tool' || part.type.startsWith('tool-')
}

export function toolOf(part: ToolPart): string {
  return part.type === 'dynamic-tool' ? (part.toolName ?? '') : part.type.slice('tool-'.length)
}

/** The data of a data part, when it is an object. */
export function dataOf(part: object): Members | null {
  return 'data' in part ? membersOf(part.data) : null
}

export function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}
