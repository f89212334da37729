/** A first message on its way from the page where it was written to the chat that it begins. */
import type { FileUIPart } from 'ai'

export interface Draft {
  text: string
  files: FileUIPart[]
}

const waiting = new Map<string, Draft>()

export function leavePending(threadId: string, draft: Draft): void {
  waiting.set(threadId, draft)
}

/** Takes it: a page that is drawn again does not send it again. */
export function takePending(threadId: string): Draft | null {
  const found = waiting.get(threadId) ?? null
  waiting.delete(threadId)
  return found
}
