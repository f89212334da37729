/** The messages of a chat as the server tells them. */
export type { ChatMessage, ChatPart, TurnMeta, TurnStatus } from '@/wire/chat'
