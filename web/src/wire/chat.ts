/** The messages of a chat as the server tells them, with what they say about their turn. */
import type { UIMessage } from 'ai'

export type TurnStatus = 'running' | 'waiting' | 'success' | 'aborted' | 'failed'

/** Times in milliseconds since the epoch. */
export interface TurnMeta {
  threadId?: string
  turnId?: string
  runId?: string
  agent?: string
  model?: string
  status?: TurnStatus
  error?: string
  brake?: string
  createdAt?: number
  endedAt?: number
  usage?: { inputTokens?: number; outputTokens?: number; totalTokens?: number; known?: boolean }
}

export type ChatMessage = UIMessage<TurnMeta>
export type ChatPart = ChatMessage['parts'][number]
