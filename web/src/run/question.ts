/** What an inbox shows of its questions: which ones, in which order, and what became of them. */
import { words } from '@/lib/format'
import type { QuestionView } from '@/wire/schema.gen'

type Kind = QuestionView['interrupt']['kind']

export const KINDS: Kind[] = ['approval', 'input', 'brake', 'indeterminate']

/** How the inbox is narrowed; an absent member narrows nothing. */
export interface Filter {
  kind?: string
  tool?: string
  agent?: string
  text?: string
}

export function matches({ interrupt, shown = '' }: QuestionView, filter: Filter): boolean {
  if (filter.kind && interrupt.kind !== filter.kind) return false
  if (filter.tool && (interrupt.tool ?? '') !== filter.tool) return false
  if (filter.agent && interrupt.agent !== filter.agent) return false
  const full = `${interrupt.question} ${interrupt.tool ?? ''} ${interrupt.agent} ${shown}`.toLowerCase()
  const wanted = (filter.text ?? '').toLowerCase().split(/\s+/)
  return wanted.every((word) => full.includes(word))
}

/** Those who wait longest first: nobody is overtaken by what came later. */
export function inOrder(questions: readonly QuestionView[]): QuestionView[] {
  return questions.toSorted(
    (one, other) =>
      one.interrupt.opened_at - other.interrupt.opened_at ||
      one.interrupt.question.localeCompare(other.interrupt.question) ||
      (one.interrupt.id < other.interrupt.id ? -1 : 1),
  )
}

/** What was decided last comes first. */
export function lastFirst(questions: readonly QuestionView[]): QuestionView[] {
  return questions.toSorted((one, other) => (other.decision?.at ?? 0) - (one.decision?.at ?? 0))
}

/** The values that a filter can choose from, each once. */
export function choices(questions: readonly QuestionView[], of: 'kind' | 'tool' | 'agent'): string[] {
  const found = new Set(questions.map(({ interrupt }) => interrupt[of] ?? ''))
  found.delete('')
  return [...found].toSorted()
}

export type Outcome =
  | 'open'
  | 'approved'
  | 'edited'
  | 'rejected'
  | 'answered'
  | 'happened'
  | 'run'
  | 'skip'
  | 'on'
  | 'stopped'
  | 'expired'
  | 'superseded'
  | 'cancelled'

/** What became of a question, as one word. */
export function outcome(question: QuestionView): Outcome {
  if (question.status !== 'answered') return question.status
  const answer = asRecord(question.decision?.answer)
  switch (question.interrupt.kind) {
    case 'input':
      return 'answered'
    case 'indeterminate':
      return answer.outcome === 'happened' || answer.outcome === 'run' ? answer.outcome : 'skip'
    case 'brake':
      return answer.approved === true ? 'on' : 'stopped'
    case 'approval':
      if (answer.approved !== true) return 'rejected'
      return 'editedArgs' in answer ? 'edited' : 'approved'
  }
}

/** What a person wrote with a decision. */
export function said(question: QuestionView): string {
  const { decision } = question
  const answer = asRecord(decision?.answer)
  if (question.interrupt.kind === 'input' && typeof answer.answer === 'string') return answer.answer
  return decision?.reason ?? ''
}

/** The answers of a closed choice, when the question offers one. */
export function options({ interrupt }: QuestionView): string[] {
  const answer = asRecord(asRecord(interrupt.schema.properties).answer)
  return Array.isArray(answer.enum) ? answer.enum.map(String) : []
}

/** What is asked about, in two words: the tool, or the kind when there is none. */
export function subject({ interrupt }: QuestionView): string {
  return words(interrupt.tool ?? '')
}

/** The question to look at when the one at `id` is gone: the one that took its place. */
export function neighbour(ids: readonly string[], at: number, step: -1 | 0 | 1): string | undefined {
  if (ids.length === 0) return undefined
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)]
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
