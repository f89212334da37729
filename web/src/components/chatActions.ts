import { createContext, use } from 'react'

import type { ChatMessage } from '@/run/message'

/** What the rows of a chat may do to it, beside what a turn may do (`turnActions.ts`). */
export interface ChatActions {
  threadId: string
  /** Something is being written: nothing can be sent until it is done or stopped. */
  busy: boolean
  /** Puts other words in the place of a message and of all that came after it. */
  edit: (message: ChatMessage, text: string) => void
  /** Has an answer written anew. */
  regenerate: (messageId: string) => void
}

export const ChatContext = createContext<ChatActions>({
  threadId: '',
  busy: false,
  edit: () => undefined,
  regenerate: () => undefined,
})

export function useChatActions(): ChatActions {
  return use(ChatContext)
}
