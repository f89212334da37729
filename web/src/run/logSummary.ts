/** One line of words for each event, as a message and what fills it; and how it is to be read. */
import { textOf, type Fact } from '@/run/log'
import type { Row } from '@/run/logRows'
import type { Fill, Key } from '@/text/t'
import type { CallPart, Event } from '@/wire/schema.gen'

export type RowTone = 'neutral' | 'busy' | 'wait' | 'unknown' | 'good' | 'bad' | 'refused'

export interface Summary {
  tone: RowTone
  key: Key
  fill?: Fill
}

export function summary(row: Row): Summary {
  const fact = row.event.data
  switch (fact.type) {
    case 'model.start':
    case 'model.delta':
    case 'model.end':
    case 'model.error':
      return modelSummary(row, fact)
    case 'interrupt.open':
      return { tone: 'wait', key: 'log.asked', fill: { text: fact.interrupt.question } }
    case 'interrupt.close':
      return closed(fact)
    case 'model.hold':
      return { tone: 'wait', key: 'log.held', fill: { text: fact.reason } }
    case 'tool.judged':
    case 'tool.start':
    case 'tool.progress':
    case 'tool.end':
      return toolSummary(fact)
    default:
      return runSummary(fact)
  }
}

type RunFact = Exclude<Fact, { type: `model.${string}` | `tool.${string}` | `interrupt.${string}` }>

function runSummary(fact: RunFact): Summary {
  switch (fact.type) {
    case 'run.start':
      return fact.resumes
        ? { tone: 'neutral', key: 'log.run.resumes' }
        : { tone: 'neutral', key: 'log.run.start', fill: { user: fact.user, text: textOf(fact.message?.parts ?? []) } }
    case 'run.end':
      return { tone: ENDED[fact.status], key: `log.run.end.${fact.status}`, fill: { text: fact.text ?? '' } }
    case 'say':
      return { tone: 'neutral', key: 'log.said', fill: { text: textOf(fact.message.parts) } }
    case 'note':
      return { tone: 'neutral', key: 'log.note', fill: { text: fact.text } }
    case 'show':
      return { tone: 'neutral', key: `log.show.${fact.exhibit.kind}`, fill: { title: fact.exhibit.title || fact.exhibit.id } }
  }
}

const ENDED = { success: 'good', interrupted: 'wait', cancelled: 'refused', failed: 'bad' } as const

function closed({ decision }: Extract<Fact, { type: 'interrupt.close' }>): Summary {
  const fill = { who: decision.by, reason: decision.reason ?? '' }
  if (decision.status !== 'answered') return { tone: 'neutral', key: `log.closed.${decision.status}`, fill }
  const answer = new Map(Object.entries(decision.answer ?? {}))
  if (!answer.has('approved')) {
    const said = [answer.get('answer') ?? answer.get('outcome') ?? '', fill.reason].filter(Boolean).map(String)
    return { tone: 'good', key: 'log.closed.answered', fill: { ...fill, reason: said.join('. ') } }
  }
  const yes = answer.get('approved') === true
  return { tone: yes ? 'good' : 'refused', key: yes ? 'log.closed.yes' : 'log.closed.no', fill }
}

function modelSummary(row: Row, fact: Exclude<Extract<Fact, { type: `model.${string}` }>, { type: 'model.hold' }>): Summary {
  switch (fact.type) {
    case 'model.start':
      return {
        tone: 'busy',
        key: fact.attempt > 1 ? 'log.model.again' : 'log.model.start',
        fill: { model: fact.model, attempt: fact.attempt },
      }
    case 'model.delta':
      return {
        tone: 'neutral',
        key: `log.delta.${fact.kind}`,
        fill: { n: row.events.length, text: row.events.map(fragment).join('') },
      }
    case 'model.end': {
      const calls = fact.message.parts.filter((part): part is CallPart => part.type === 'call')
      const text = textOf(fact.message.parts)
      return calls.length > 0
        ? { tone: 'good', key: 'log.model.calls', fill: { n: calls.length, text: calls.map((call) => call.name).join(', ') } }
        : { tone: 'good', key: 'log.model.end', fill: { text } }
    }
    case 'model.error':
      return { tone: fact.kind === 'cancelled' ? 'refused' : 'bad', key: `log.model.${fact.action}`, fill: { text: fact.text } }
  }
}

function fragment(event: Event): string {
  return event.data.type === 'model.delta' ? event.data.text : ''
}

const JUDGED = { allow: 'good', ask: 'wait', refuse: 'refused', invalid: 'refused', unknown_tool: 'refused' } as const

function toolSummary(fact: Extract<Fact, { type: `tool.${string}` }>): Summary {
  switch (fact.type) {
    case 'tool.judged':
      return { tone: JUDGED[fact.verdict], key: `log.verdict.${fact.verdict}`, fill: { tool: fact.name, code: fact.code } }
    case 'tool.start':
      return {
        tone: 'busy',
        key: fact.attempt > 1 ? 'log.tool.again' : 'log.tool.start',
        fill: { tool: fact.name, attempt: fact.attempt },
      }
    case 'tool.progress':
      return { tone: 'neutral', key: 'log.tool.progress', fill: { text: JSON.stringify(fact.data) } }
    case 'tool.end':
      return { tone: outcomeTone(fact.kind), key: `log.tool.${fact.kind}`, fill: { tool: fact.name } }
  }
}

/** Failure is red, a no is neutral. */
export function outcomeTone(outcome: string | undefined): RowTone {
  switch (outcome) {
    case undefined:
      return 'busy'
    case 'done':
    case 'success':
      return 'good'
    case 'failed':
    case 'timed_out':
    case 'unavailable':
      return 'bad'
    case 'interrupted':
      return 'wait'
    default:
      return 'refused'
  }
}
