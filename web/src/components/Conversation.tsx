import { ArrowDown } from 'lucide-react'
import { useCallback, useMemo, useRef } from 'react'

import { asProblem } from '@/api/problem'
import type { ChatPage } from '@/api/queries'
import { ChatContext, type ChatActions } from '@/components/chatActions'
import { Composer } from '@/components/Composer'
import { wordsOf } from '@/components/ErrorOf'
import { ExchangeRow } from '@/components/ExchangeRow'
import { TurnContext, type Decided, type TurnActions } from '@/components/turnActions'
import { useCatchUp } from '@/hooks/useCatchUp'
import { useConversation } from '@/hooks/useConversation'
import { useDraft } from '@/hooks/useDraft'
import { useEarlier } from '@/hooks/useEarlier'
import { useFolded } from '@/hooks/useFolded'
import { useMathSoon } from '@/hooks/useMath'
import { useStick } from '@/hooks/useStick'
import { useTouch } from '@/hooks/useTouch'
import type { Draft } from '@/lib/pending'
import { exchangesOf, filesOf } from '@/run/exchange'
import type { ChatMessage } from '@/run/message'
import { plural, t } from '@/text/t'
import { Button } from '@/ui/Button'
import { ErrorNote } from '@/ui/ErrorNote'
import { IconButton } from '@/ui/IconButton'

interface Props {
  agent: string
  threadId: string
  /** The last part of the thread. */
  stored: ChatPage
  pending: Draft | null
}

/** Rows that are always drawn; the browser may leave those above undrawn while they are off screen. */
const NEAR_ROWS = 4

/** A thread that is talked in. */
export function Conversation({ agent, threadId, stored, pending }: Props) {
  const chat = useConversation({ agent, threadId, messages: stored.messages, pending })
  const earlier = useEarlier(chat, agent, threadId, stored.before)
  useCatchUp(chat, agent, threadId, earlier.onStored)
  useMathSoon()
  const [text, write] = useDraft(threadId)
  const composer = useRef<HTMLTextAreaElement>(null)
  const { box, content, away, toEnd } = useStick()
  const exchanges = useMemo(() => exchangesOf(chat.messages), [chat.messages])
  const touch = useTouch()
  const { shown, next, more } = useFolded(exchanges, box)
  const busy = chat.status === 'submitted' || chat.status === 'streaming'

  const { sendMessage, regenerate, addToolApprovalResponse, stop, clearError } = chat
  const say = useCallback(
    (draft: Draft) => {
      toEnd()
      touch(threadId)
      void sendMessage(draft)
    },
    [sendMessage, toEnd, touch, threadId],
  )
  const stopRef = useRef(stop)
  stopRef.current = stop
  const turn = useMemo<TurnActions>(
    () => ({
      onDecided: ({ id, approved, reason }: Decided) =>
        void addToolApprovalResponse({ id, approved, ...(reason ? { reason } : {}) }),
      compose: (words) => {
        write(words)
        composer.current?.focus()
      },
      say: (words) => say({ text: words, files: [] }),
      stop: () => void stopRef.current(),
    }),
    [addToolApprovalResponse, say, write],
  )
  const actions = useMemo<ChatActions>(
    () => ({
      threadId,
      busy,
      edit: (message, words) => {
        touch(threadId)
        void sendMessage({
          messageId: message.id,
          role: 'user',
          parts: [{ type: 'text', text: words }, ...filesOf(message)],
        })
      },
      regenerate: (messageId) => {
        touch(threadId)
        void regenerate({ messageId })
      },
    }),
    [threadId, busy, touch, sendMessage, regenerate],
  )
  const unsent = chat.messages.at(-1)?.role === 'user'
  // The server goes on without us; when it is back, so is the answer.
  const lost = chat.error !== undefined && !unsent && asProblem(chat.error).code === 'network'
  const again = () => {
    clearError()
    void (unsent ? sendMessage() : regenerate())
  }

  return (
    <ChatContext value={actions}>
      <TurnContext value={turn}>
        <div className="relative flex min-h-0 flex-1 flex-col">
          <div ref={box} className="scrollbar-thin min-h-0 flex-1 overflow-y-auto">
            <div ref={content} className="mx-auto w-full max-w-read px-4 pt-4">
              <Older next={next} more={more} earlier={earlier} />
              <div role="log" aria-label={t('chat.log')} aria-busy={busy}>
                {shown.map((exchange, place) => {
                  const last = place === shown.length - 1
                  return (
                    <ExchangeRow
                      key={exchange.id}
                      user={exchange.user}
                      answer={exchange.answer}
                      live={(busy || lost) && last}
                      last={last}
                      old={place < shown.length - NEAR_ROWS}
                    />
                  )
                })}
              </div>
              {chat.error && !lost && <Failed error={chat.error} unsent={unsent} onRetry={again} />}
            </div>
          </div>
          <div className="relative mx-auto w-full max-w-read px-4 pb-4">
            {away && (
              <IconButton
                label={t('chat.down')}
                icon={<ArrowDown className="size-4" />}
                onClick={toEnd}
                className="absolute -top-11 left-1/2 -translate-x-1/2 rounded-full border border-line-strong bg-raised text-ink shadow-overlay"
              />
            )}
            <Composer
              ref={composer}
              agent={agent}
              text={text}
              onWrite={write}
              onSend={say}
              onStop={busy ? turn.stop : undefined}
              autoFocus
            />
          </div>
          <Spoken busy={busy} message={chat.messages.at(-1)} />
        </div>
      </TurnContext>
    </ChatContext>
  )
}

interface OlderProps {
  /** How many turns are there and not drawn. */
  next: number
  more: () => void
  earlier: ReturnType<typeof useEarlier>
}

/** What came before: first what is there, then what the server has. */
function Older({ next, more, earlier }: OlderProps) {
  if (next === 0 && !earlier.more) return null
  return (
    <div className="pb-6 text-center">
      {earlier.problem && <ErrorNote title={t('chat.load.failed')} text={wordsOf(earlier.problem)} className="mb-3 text-left" />}
      <Button small variant="quiet" busy={earlier.busy} onClick={next > 0 ? more : () => void earlier.load(more)}>
        {next > 0 ? plural('chat.older.one', 'chat.older.many', next) : t('chat.older')}
      </Button>
    </div>
  )
}

function Failed({ error, unsent, onRetry }: { error: Error; unsent: boolean; onRetry: () => void }) {
  return (
    <ErrorNote
      title={t(unsent ? 'chat.unsent' : 'chat.failed')}
      text={wordsOf(asProblem(error))}
      onRetry={onRetry}
      retryLabel={t(unsent ? 'chat.unsent.retry' : 'chat.failed.retry')}
      className="mb-6"
    />
  )
}

/** What a screen reader is told when an answer is there; the words themselves are in the log. */
function Spoken({ busy, message }: { busy: boolean; message: ChatMessage | undefined }) {
  const status = busy ? 'running' : message?.metadata?.status
  return (
    <p role="status" className="sr-only">
      {status === 'running' && t('chat.thinking')}
      {status === 'success' && t('chat.answer.ready')}
      {status === 'waiting' && t('chat.answer.waiting')}
      {status === 'aborted' && t('chat.stopped')}
    </p>
  )
}
