import { useChat } from '@ai-sdk/react'
import { useQueryClient } from '@tanstack/react-query'
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai'
import { useEffect, useRef, useState } from 'react'

import { serverFetch } from '@/api/client'
import { stopChat, threadsChanged } from '@/api/queries'
import { newId } from '@/lib/ids'
import { server } from '@/lib/paths'
import type { Draft } from '@/lib/pending'
import type { ChatMessage } from '@/run/message'

const THROTTLE_MS = 50

interface Options {
  agent: string
  threadId: string
  messages: ChatMessage[]
  /** A first message that is still to be sent. */
  pending: Draft | null
}

/** The chat of a thread, and how to stop it. */
export function useConversation({ agent, threadId, messages, pending }: Options) {
  const client = useQueryClient()
  const [transport] = useState(() => transportOf(agent))
  const chat = useChat<ChatMessage>({
    id: threadId,
    messages,
    transport,
    resume: !pending,
    throttle: THROTTLE_MS,
    generateId: () => newId('msg'),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onFinish: () => void threadsChanged(client),
  })

  const sent = useRef(false)
  const { sendMessage } = chat
  useEffect(() => {
    if (!pending || sent.current) return
    sent.current = true
    void sendMessage(pending)
  }, [pending, sendMessage])

  /** The server stops the work; only then does this page stop reading. */
  const stop = async () => {
    await stopChat(agent, threadId).catch(() => undefined)
    await chat.stop()
  }
  return { ...chat, stop }
}

/** The server keeps the chat, so its last message is all that a post needs. */
function transportOf(agent: string): DefaultChatTransport<ChatMessage> {
  return new DefaultChatTransport<ChatMessage>({
    api: server.chat(agent),
    fetch: serverFetch,
    prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
      body: { ...body, id, trigger, messageId, message: messages.at(-1) },
    }),
  })
}
