/** A thread as exchanges: what a person said, and what answers it. */
import type { FileUIPart } from 'ai'

import type { ChatMessage, TurnStatus } from '@/run/message'

/** The words of a message, its parts as paragraphs. */
export function textOf(message: ChatMessage): string {
  return message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n')
}

export function filesOf(message: ChatMessage): FileUIPart[] {
  return message.parts.flatMap((part) => (part.type === 'file' ? [part] : []))
}

/** A user message with what answers it; a message of the assistant may stand alone. */
export interface Exchange {
  id: string
  user: ChatMessage | null
  answer: ChatMessage | null
}

export function exchangesOf(messages: readonly ChatMessage[]): Exchange[] {
  const found: Exchange[] = []
  for (const message of messages) {
    const last = found.at(-1)
    if (message.role === 'user') found.push({ id: message.id, user: message, answer: null })
    else if (message.role !== 'assistant') continue
    else if (last && !last.answer) last.answer = message
    else found.push({ id: message.id, user: null, answer: message })
  }
  return found
}

/** Whether what is shown of a thread is behind its latest run. */
export function isBehind(messages: readonly ChatMessage[], run: { id: string; status: string }): boolean {
  const last = messages.at(-1)
  if (!last || last.role !== 'assistant') return true
  return last.metadata?.runId !== run.id || last.metadata.status !== SHOWN_AS[run.status]
}

/** What `metadata.status` says of a run's status. */
const SHOWN_AS: Record<string, TurnStatus> = {
  queued: 'running',
  running: 'running',
  success: 'success',
  interrupted: 'waiting',
  cancelled: 'aborted',
  failed: 'failed',
}

/** What is shown, with its end as the server has it now; that alone when the two do not meet. */
export function joined(shown: readonly ChatMessage[], stored: readonly ChatMessage[]): ChatMessage[] {
  const meets = shown.findIndex((message) => message.id === stored[0]?.id)
  return meets > 0 ? [...shown.slice(0, meets), ...stored] : [...stored]
}
