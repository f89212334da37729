import type { ChatMessage } from '@/run/message'

interface Props {
  message: ChatMessage
  /** A stream writes it at this moment. */
  live?: boolean
  /** The thread's last turn: only its questions can be answered. */
  last?: boolean
}

/** An assistant's turn. What it may do to the chat comes from `TurnContext`. */
export function Turn({ message }: Props) {
  return <div>{message.id}</div>
}
