import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Activity, RefreshCw, ThumbsDown, ThumbsUp } from 'lucide-react'

import { asProblem } from '@/api/problem'
import { rateMessage, ratingsQuery, type Stars } from '@/api/queries'
import { useChatActions } from '@/components/chatActions'
import { wordsOf } from '@/components/ErrorOf'
import { cx } from '@/lib/class'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toasts'
import { textOf } from '@/run/exchange'
import type { ChatMessage } from '@/run/message'
import { t } from '@/text/t'
import { CopyButton } from '@/ui/CopyButton'
import { IconButton } from '@/ui/IconButton'

interface Props {
  message: ChatMessage
  last: boolean
}

const ICON = 'size-3.5'

/** What can be done with a finished answer. */
export function AnswerFoot({ message, last }: Props) {
  const { busy, regenerate } = useChatActions()
  const runId = message.metadata?.runId
  const text = textOf(message)
  return (
    <div
      className={cx(
        'flex h-7 items-center group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        last ? 'opacity-100' : 'opacity-0',
      )}
    >
      {text && <CopyButton text={text} label={t('chat.copy.answer')} className="-ml-1.5" />}
      {last && (
        <IconButton
          small
          label={t('chat.regenerate')}
          disabledReason={busy && t('chat.send.busy')}
          icon={<RefreshCw className={ICON} />}
          onClick={() => regenerate(message.id)}
        />
      )}
      <Rate messageId={message.id} />
      {runId && (
        <Link
          to={paths.run(runId)}
          aria-label={t('chat.run')}
          data-tip={t('chat.run')}
          className="inline-flex size-7 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink"
        >
          <Activity className={ICON} />
        </Link>
      )}
    </div>
  )
}

function Rate({ messageId }: { messageId: string }) {
  const client = useQueryClient()
  const { threadId } = useChatActions()
  const { data } = useQuery(ratingsQuery(threadId))
  const value = data?.get(messageId) ?? 0
  const rate = async (given: Stars) => {
    try {
      await rateMessage(client, threadId, messageId, given === value ? 0 : given)
      if (given !== value) toast(t('chat.rate.thanks'))
    } catch (error) {
      toast(wordsOf(asProblem(error)), 'bad')
    }
  }
  return (
    <>
      <IconButton
        small
        label={t('chat.rate.good')}
        pressed={value === 1}
        icon={<ThumbsUp className={cx(ICON, value === 1 && 'fill-current')} />}
        onClick={() => void rate(1)}
      />
      <IconButton
        small
        label={t('chat.rate.bad')}
        pressed={value === -1}
        icon={<ThumbsDown className={cx(ICON, value === -1 && 'fill-current')} />}
        onClick={() => void rate(-1)}
      />
    </>
  )
}
