/**
 * The card of a tool call. What a card shows follows from its part alone; what may follow what, and
 * what still helps after an end, comes from the server's own tables.
 */
import { askedBy } from '@/run/asked'
import { membersOf, toolOf, type ToolPart } from '@/run/part'
import { recoveryOf, standingOf } from '@/run/recovery'
import type { Remarks } from '@/run/remarks'
import type { TurnMeta } from '@/wire/chat'
import { CALL_NEXT, type CallStatus, type Effect, type InterruptKind, type OutcomeKind, type Recovery } from '@/wire/can.gen'
import type { Json, QuestionView } from '@/wire/schema.gen'

export type CardState =
  | 'preparing' // the model writes the arguments
  | 'checking' // they are whole; the gate looks at them
  | 'waiting' // a person is asked
  | 'held' // it may run; something else of its turn waits for a person
  | 'approved' // a yes is stored; another question of the turn is open
  | 'running'
  | 'unknown' // it began, and nobody knows whether it took effect
  | OutcomeKind

const PHASE: Record<CardState, CallStatus> = {
  preparing: 'proposed',
  checking: 'proposed',
  waiting: 'waiting',
  held: 'allowed',
  approved: 'approved',
  running: 'running',
  unknown: 'waiting',
  done: 'ended',
  failed: 'ended',
  timed_out: 'ended',
  cancelled: 'ended',
  invalid: 'ended',
  unknown_tool: 'ended',
  refused: 'ended',
  rejected: 'ended',
  expired: 'ended',
  superseded: 'ended',
  skipped: 'ended',
  unavailable: 'ended',
}

export interface Card {
  id: string
  tool: string
  state: CardState
  /** Undefined until the arguments are whole: half JSON is never shown. */
  input?: Json
  /** Characters of arguments so far. */
  written: number
  progress?: Json
  output?: Json
  error?: string
  /** The question as the message tells it. The server knows more, and has the last word. */
  question?: QuestionView
  /** Why a person decided so. */
  reason?: string
  edit?: { arguments: Json; by: string }
  recovery: readonly Recovery[]
  /** It belongs to a question and not to a call. */
  own?: 'go_on' | 'settle_call'
}

/** What is known of the turn that the card stands in. */
export interface CardTurn {
  live: boolean
  /** It is the thread's newest turn. */
  last: boolean
  meta: TurnMeta
  effects: Readonly<Record<string, Effect>>
}

export function phaseOf(state: CardState): CallStatus {
  return PHASE[state]
}

/** Whether nothing can follow. */
export function isOver(state: CardState): boolean {
  return CALL_NEXT[PHASE[state]].length === 0
}

export function cardOf(part: ToolPart, remarks: Remarks, turn: CardTurn): Card {
  const tool = toolOf(part)
  const state = stateOf(part, remarks, turn)
  const kind = kindOf(part)
  const early = state === 'preparing' || state === 'checking'
  return {
    id: part.toolCallId,
    tool,
    state,
    written: textOf(part.rawInput).length,
    input: early ? undefined : ((part.input ?? null) as Json),
    progress: part.preliminary ? (part.output as Json) : undefined,
    output: part.preliminary ? undefined : (part.output as Json | undefined),
    error: part.errorText,
    question: kind && askedBy(part, kind, tool, turn.meta),
    reason: part.approval?.reason,
    edit: remarks.edits.get(part.toolCallId),
    recovery: offersOf(part, state, remarks, turn),
    own: tool === 'go_on' || tool === 'settle_call' ? tool : undefined,
  }
}

/** What is offered on a card. A question's own card offers nothing: its question did. */
function offersOf(part: ToolPart, state: CardState, remarks: Remarks, turn: CardTurn): readonly Recovery[] {
  const tool = toolOf(part)
  if (tool === 'go_on' || tool === 'settle_call' || !(isOver(state) || state === 'unknown')) return []
  const again = remarks.again.get(part.toolCallId)
  const ended = {
    state: state as OutcomeKind | 'unknown',
    effect: turn.effects[tool],
    unbegun: part.state === 'output-denied' || remarks.unbegun.has(part.toolCallId),
    redone: again === 'same' || (again === 'other' && state === 'invalid'),
  }
  return recoveryOf(ended, standingOf(turn))
}

function stateOf(part: ToolPart, remarks: Remarks, turn: CardTurn): CardState {
  const waits = isWaiting(turn)
  switch (part.state) {
    case 'input-streaming':
      return isWhole(part.rawInput) ? 'checking' : 'preparing'
    case 'input-available':
      return waits ? 'held' : 'running'
    case 'approval-requested':
      return STATE_OF_QUESTION[kindOf(part) ?? 'approval']
    case 'approval-responded':
      return part.approval?.approved ? begunOf(waits) : endOf(part, remarks)
    case 'output-available':
      return part.preliminary ? 'running' : 'done'
    default:
      return endOf(part, remarks)
  }
}

function isWaiting({ live, meta }: CardTurn): boolean {
  return !live && meta.status === 'waiting'
}

/** A yes runs the call as soon as no other question of its turn is open. */
function begunOf(waits: boolean): CardState {
  return waits ? 'approved' : 'running'
}

const STATE_OF_QUESTION: Record<InterruptKind, CardState> = {
  approval: 'waiting',
  input: 'waiting',
  brake: 'waiting',
  indeterminate: 'unknown',
}

/** How a call ended that did not simply return: as the server named it, or as its state says. */
function endOf({ toolCallId, state, approval }: ToolPart, remarks: Remarks): CardState {
  const named = remarks.outcomes.get(toolCallId)
  if (named) return named
  if (state === 'output-error') return 'failed'
  return approval?.isAutomatic ? 'refused' : 'rejected'
}

/** What is asked on a card; undefined when nobody is. */
function kindOf({ approval }: ToolPart): InterruptKind | undefined {
  if (!approval || approval.isAutomatic) return undefined
  const kind = membersOf(approval.descriptor)?.kind
  return isKind(kind) ? kind : 'approval'
}

function isKind(kind: unknown): kind is InterruptKind {
  return kind === 'approval' || kind === 'input' || kind === 'brake' || kind === 'indeterminate'
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : ''
}

function isWhole(raw: unknown): boolean {
  const text = textOf(raw)
  if (!text.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
