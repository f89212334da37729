import type { UseChatHelpers } from '@ai-sdk/react'
import { useState } from 'react'

import { asProblem, type Problem } from '@/api/problem'
import { chatPage, type ChatPage } from '@/api/queries'
import type { ChatMessage } from '@/run/message'

type Chat = Pick<UseChatHelpers<ChatMessage>, 'messages' | 'setMessages'>

/** The messages before those that are there: the server gives them when they are asked for. */
export function useEarlier({ messages, setMessages }: Chat, agent: string, threadId: string, first: string) {
  const [before, setBefore] = useState(first)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  /** @param onCome Called when they are there, before they are shown. */
  const load = async (onCome: () => void) => {
    setBusy(true)
    setProblem(null)
    try {
      const page = await chatPage(agent, threadId, before)
      onCome()
      setMessages((shown) => [...page.messages, ...shown])
      setBefore(page.before)
    } catch (error) {
      setProblem(asProblem(error))
    } finally {
      setBusy(false)
    }
  }
  /** What was read anew may begin later than what is shown; then its own place counts. */
  const onStored = (page: ChatPage) => {
    const begins = page.messages[0]?.id
    if (!messages.some((message) => message.id === begins)) setBefore(page.before)
  }
  return { more: before !== '', busy, problem, load, onStored }
}
