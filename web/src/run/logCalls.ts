/** The tool calls of a log: proposed, judged, asked about, run, ended. */
import type { Fact, Place, QuestionLog, TurnLog } from '@/run/log'
import type { CallStatus, OutcomeKind } from '@/wire/can.gen'
import type { CallPart, Interrupt, Json, ToolResult } from '@/wire/schema.gen'

export interface Attempt {
  number: number
  started: Place
  ended?: Place
}

export interface CallLog {
  id: string
  name: string
  /** As the model wrote them. */
  raw: string
  status: CallStatus
  /** Those that ran, or would have. */
  arguments?: Json
  /** Those that the gate saw first, when a person changed them. */
  before?: Json
  verdict?: string
  code?: string
  reason?: string
  question?: QuestionLog
  attempts: Attempt[]
  progress?: Json
  outcome?: OutcomeKind
  result?: ToolResult
  ms?: number
  untrusted?: boolean
  /** The runs that had to do with it, in order. */
  runs: string[]
  proposed: Place
  judged?: Place
  ended?: Place
}

export function proposeCalls(log: TurnLog, parts: readonly CallPart[], place: Place): void {
  for (const part of parts) {
    log.calls.set(part.id, {
      id: part.id,
      name: part.name,
      raw: part.arguments,
      status: 'proposed',
      attempts: [],
      runs: [place.runId],
      proposed: place,
    })
  }
}

/** Changes a call, if the log has it: a run that supersedes questions ends calls of earlier turns. */
export function callOf(log: TurnLog, id: string | undefined, change: (call: CallLog) => unknown, place?: Place): void {
  const call = log.calls.get(id ?? '')
  if (!call) return
  change(call)
  if (place && !call.runs.includes(place.runId)) call.runs.push(place.runId)
}

const JUDGED: Partial<Record<string, CallStatus>> = { allow: 'allowed', ask: 'waiting' }

export function judgeCall(log: TurnLog, fact: Extract<Fact, { type: 'tool.judged' }>, place: Place): void {
  const change = (call: CallLog) => {
    const status = call.status === 'running' ? 'approved' : (JUDGED[fact.verdict] ?? call.status)
    Object.assign(call, { verdict: fact.verdict, code: fact.code, reason: fact.reason, judged: place, status })
    if (fact.arguments !== undefined) call.arguments = fact.arguments
    if (fact.result) call.result = fact.result
  }
  callOf(log, fact.call_id, change, place)
}

export function startCall(log: TurnLog, fact: Extract<Fact, { type: 'tool.start' }>, place: Place): void {
  const change = (call: CallLog) => {
    call.status = 'running'
    call.attempts.push({ number: fact.attempt, started: place })
    if (fact.arguments !== undefined) call.arguments = fact.arguments
  }
  callOf(log, fact.call_id, change, place)
}

export function endCall(log: TurnLog, fact: Extract<Fact, { type: 'tool.end' }>, place: Place): void {
  const change = (call: CallLog) => {
    const running = call.attempts.at(-1)
    if (call.status === 'running' && running) running.ended = place
    Object.assign(call, {
      status: 'ended',
      outcome: fact.kind,
      result: fact.result,
      ended: place,
      ms: fact.ms,
      untrusted: fact.untrusted,
    })
  }
  callOf(log, fact.call_id, change, place)
}

export function closeQuestion(log: TurnLog, fact: Extract<Fact, { type: 'interrupt.close' }>, place: Place): void {
  const question = log.questions.get(fact.interrupt_id)
  if (!question) return
  Object.assign(question, { decision: fact.decision, told: place })
  const change = (call: CallLog) => {
    const runs = fact.decision.status === 'answered' && mayRun(question.interrupt.kind, fact.decision.answer)
    call.status = runs ? 'approved' : 'settled'
    const edited = member(fact.decision.answer, 'editedArgs')
    if (!runs || edited === undefined) return
    call.before = call.arguments
    call.arguments = edited
  }
  callOf(log, question.interrupt.call_id, change, place)
}

function mayRun(kind: Interrupt['kind'], answer: Json | undefined): boolean {
  if (kind === 'indeterminate') return member(answer, 'outcome') === 'run'
  return kind === 'approval' && member(answer, 'approved') === true
}

function member(value: Json | undefined, name: string): Json | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value[name] : undefined
}
