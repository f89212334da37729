/** What a log amounts to: the fold of a turn's events, for the inspector. Pure; any prefix is valid. */
import { callOf, closeQuestion, endCall, judgeCall, proposeCalls, startCall, type CallLog } from '@/run/logCalls'
import type { CallPart, Event, Interrupt, Decision, ReasoningPart, TextPart, Usage, UserMessage } from '@/wire/schema.gen'

export type Fact = Event['data']

/** Where something is in the log. */
export interface Place {
  runId: string
  seq: number
  time: number
}

export interface QuestionLog {
  interrupt: Interrupt
  asked: Place
  decision?: Decision
  told?: Place
}

/** One attempt to get an answer from a model. */
export interface ModelLog {
  messageId: string
  index: number
  attempt: number
  name: string
  started: Place
  firstAt?: number
  ended?: Place
  fault?: string
  usage?: Usage
}

export interface RunLog {
  id: string
  resumes: string
  agent: string
  user: string
  channel: string
  started: Place
  ended?: Place
  status?: string
  brake?: string
}

export interface TurnLog {
  message: string
  runs: RunLog[]
  models: ModelLog[]
  calls: Map<string, CallLog>
  questions: Map<string, QuestionLog>
  /** What the model has said since its last calls; streamed text while no end is known. */
  answer: string
  reasoning: string
  /** Whether the answer is whole. */
  whole: boolean
  usage: Usage
  last?: Place
}

/** The state after events. Events of several runs of one turn may follow each other. */
export function foldLog(events: Iterable<Event>): TurnLog {
  const log: TurnLog = {
    message: '',
    runs: [],
    models: [],
    calls: new Map(),
    questions: new Map(),
    answer: '',
    reasoning: '',
    whole: false,
    usage: { known: true },
  }
  for (const event of events) advance(log, event)
  return log
}

function advance(log: TurnLog, event: Event): void {
  const place: Place = { runId: event.run_id, seq: event.seq, time: event.time }
  log.last = place
  const fact = event.data
  switch (fact.type) {
    case 'run.start':
      log.message = said(fact.message) || log.message
      log.runs.push({
        id: event.run_id,
        resumes: fact.resumes ?? '',
        agent: fact.agent,
        user: fact.user,
        channel: fact.channel ?? '',
        started: place,
      })
      return
    case 'run.end':
      return endRun(log, fact, place)
    case 'interrupt.open':
      log.questions.set(fact.interrupt.id, { interrupt: fact.interrupt, asked: place })
      return callOf(log, fact.interrupt.call_id, (call) => (call.question = log.questions.get(fact.interrupt.id)))
    case 'interrupt.close':
      return closeQuestion(log, fact, place)
    case 'say':
      log.answer = textOf(fact.message.parts)
      log.whole = true
      return
    case 'note':
    case 'model.hold':
    case 'show':
      return
    default:
      return advanceWork(log, fact, place)
  }
}

type Work = Exclude<
  Fact,
  { type: 'run.start' | 'run.end' | 'interrupt.open' | 'interrupt.close' | 'say' | 'note' | 'model.hold' | 'show' }
>

function advanceWork(log: TurnLog, fact: Work, place: Place): void {
  switch (fact.type) {
    case 'model.start':
      return startModel(log, fact, place)
    case 'model.delta':
      return stream(log, fact, place)
    case 'model.end':
      return endModel(log, fact, place)
    case 'model.error':
      return failModel(log, fact, place)
    case 'tool.judged':
      return judgeCall(log, fact, place)
    case 'tool.start':
      return startCall(log, fact, place)
    case 'tool.progress':
      return callOf(log, fact.call_id, (call) => (call.progress = fact.data))
    case 'tool.end':
      return endCall(log, fact, place)
  }
}

function startModel(log: TurnLog, fact: Extract<Fact, { type: 'model.start' }>, place: Place): void {
  const name = fact.provider === fact.model ? fact.model : `${fact.provider} ${fact.model}`
  log.models.push({
    messageId: fact.message_id,
    index: fact.call_index,
    attempt: fact.attempt,
    name,
    started: place,
  })
  Object.assign(log, { answer: '', reasoning: '', whole: false })
}

function stream(log: TurnLog, fact: Extract<Fact, { type: 'model.delta' }>, place: Place): void {
  const model = log.models.at(-1)
  if (model) model.firstAt ??= place.time
  if (fact.kind === 'text') log.answer += fact.text
  if (fact.kind === 'reasoning') log.reasoning += fact.text
}

function endModel(log: TurnLog, fact: Extract<Fact, { type: 'model.end' }>, place: Place): void {
  const { parts } = fact.message
  const model = log.models.at(-1)
  if (model) Object.assign(model, { ended: place, usage: fact.usage })
  log.answer = textOf(parts)
  log.reasoning = parts.filter((part): part is ReasoningPart => part.type === 'reasoning').map((part) => part.text).join('\n')
  log.whole = true
  count(log, fact.usage)
  proposeCalls(
    log,
    parts.filter((part): part is CallPart => part.type === 'call'),
    place,
  )
}

function failModel(log: TurnLog, fact: Extract<Fact, { type: 'model.error' }>, place: Place): void {
  const model = log.models.at(-1)
  if (model && !model.ended) Object.assign(model, { ended: place, fault: fact.text, usage: fact.usage })
  if (fact.partial) log.answer = textOf(fact.partial.parts)
  if (fact.usage) count(log, fact.usage)
}

function endRun(log: TurnLog, fact: Extract<Fact, { type: 'run.end' }>, place: Place): void {
  const run = log.runs.findLast((one) => one.id === place.runId)
  if (run) Object.assign(run, { ended: place, status: fact.status, brake: fact.brake })
}

function count({ usage }: TurnLog, more: Usage | undefined): void {
  if (!more || more.known === false) {
    usage.known = false
    return
  }
  usage.input_tokens = (usage.input_tokens ?? 0) + (more.input_tokens ?? 0)
  usage.output_tokens = (usage.output_tokens ?? 0) + (more.output_tokens ?? 0)
}

/** The text parts of a message, as one. */
export function textOf(parts: readonly { type: string }[]): string {
  return parts
    .filter((part): part is TextPart => part.type === 'text')
    .map((part) => part.text)
    .join('\n')
}

function said(message: UserMessage | null | undefined): string {
  return message ? textOf(message.parts) : ''
}
