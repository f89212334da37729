import type { UseChatHelpers } from '@ai-sdk/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { chatQuery, latestRunQuery, type ChatPage } from '@/api/queries'
import { isBehind, joined } from '@/run/exchange'
import type { ChatMessage } from '@/run/message'

/** A decision of our own goes on by itself; only what comes from elsewhere is left after this. */
const PATIENCE_MS = 350

type Chat = Pick<
  UseChatHelpers<ChatMessage>,
  'messages' | 'status' | 'setMessages' | 'resumeStream' | 'clearError'
>

/** Shows what happened to the thread elsewhere: in another tab, on the command line, while the server was away. */
export function useCatchUp(chat: Chat, agent: string, threadId: string, onStored: (page: ChatPage) => void): void {
  const client = useQueryClient()
  const { data: run } = useQuery(latestRunQuery(threadId))
  const { messages, status, setMessages, resumeStream, clearError } = chat
  const idle = status === 'ready' || status === 'error'
  const unsent = status === 'error' && messages.at(-1)?.role === 'user'
  const behind = idle && run && isBehind(messages, run) ? `${run.id} ${run.status}` : ''

  useEffect(() => {
    if (!behind) return
    const active = behind.endsWith(' queued') || behind.endsWith(' running')
    const timer = setTimeout(() => {
      const catchUp = async () => {
        const page = await client.fetchQuery(chatQuery(agent, threadId))
        // A message that never arrived stays on the screen, with its offer to send it again.
        const mine = messages.at(-1)
        if (unsent && !page.messages.some((message) => message.id === mine?.id)) return
        clearError()
        onStored(page)
        setMessages((shown) => joined(shown, page.messages))
        if (active) await resumeStream()
      }
      catchUp().catch(() => undefined)
    }, PATIENCE_MS)
    return () => clearTimeout(timer)
    // The messages count as they are when the thread is found to be behind.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [behind, unsent, agent, threadId, client])
}
