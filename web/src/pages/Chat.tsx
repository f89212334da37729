import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState, type ComponentProps } from 'react'

import { chatQuery, type ChatPage } from '@/api/queries'
import { ChatHead } from '@/components/ChatHead'
import { Conversation } from '@/components/Conversation'
import { ErrorOf } from '@/components/ErrorOf'
import { PageLoading } from '@/components/PageLoading'
import { useMathReady } from '@/hooks/useMath'
import { useOpenAgent } from '@/hooks/useOpenAgent'
import { takePending } from '@/lib/pending'
import { textOf } from '@/run/exchange'
import { hasFormula } from '@/run/formula'
import { t } from '@/text/t'

export default function Chat() {
  const { agent, threadId } = useParams({ from: '/chat/$agent/$threadId' })
  useOpenAgent(agent)
  return <Thread key={threadId} agent={agent} threadId={threadId} />
}

function Thread({ agent, threadId }: { agent: string; threadId: string }) {
  const [pending] = useState(() => takePending(threadId))
  const { data, error, refetch } = useQuery({ ...chatQuery(agent, threadId), enabled: !pending })
  return (
    <div className="flex h-full flex-col">
      <ChatHead threadId={threadId} fresh={pending !== null} />
      {pending || data ? (
        <Opened agent={agent} threadId={threadId} stored={data ?? NONE} pending={pending} />
      ) : error ? (
        <div className="mx-auto w-full max-w-read p-4">
          <ErrorOf error={error} title={t('chat.load.failed')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <PageLoading />
      )}
    </div>
  )
}

/** A thread with formulas is shown with them: drawn late, they would move what is read already. */
function Opened(given: ComponentProps<typeof Conversation>) {
  const [formulas] = useState(() => given.stored.messages.some((one) => hasFormula(textOf(one))))
  const ready = useMathReady(formulas)
  return ready ? <Conversation {...given} /> : <PageLoading />
}

const NONE: ChatPage = { messages: [], before: '' }
