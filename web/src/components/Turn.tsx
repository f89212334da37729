import { isToolUIPart } from 'ai'

import { Prose } from '@/components/Prose'
import type { ChatMessage } from '@/run/message'

interface Props {
  message: ChatMessage
  /** A stream writes it at this moment. */
  live?: boolean
  /** The thread's last turn: only its questions can be answered. */
  last?: boolean
}

/** An assistant's turn. What it may do to the chat comes from `TurnContext`. */
export function Turn({ message, live = false }: Props) {
  return (
    <div className="space-y-3">
      {message.parts.map((part, place) => {
        if (part.type === 'text') return <Prose key={place} text={part.text} streaming={live && part.state === 'streaming'} />
        if (isToolUIPart(part)) {
          return (
            <p key={part.toolCallId} className="text-sm text-ink-3">
              {part.type} · {part.state}
            </p>
          )
        }
        return null
      })}
    </div>
  )
}
