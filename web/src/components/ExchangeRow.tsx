import { memo } from 'react'

import { AnswerFoot } from '@/components/AnswerFoot'
import { Turn } from '@/components/Turn'
import { UserMessage } from '@/components/UserMessage'
import { useMathReady } from '@/hooks/useMath'
import { cx } from '@/lib/class'
import { textOf } from '@/run/exchange'
import { hasFormula } from '@/run/formula'
import type { ChatMessage } from '@/run/message'
import { hasEntries } from '@/run/timeline'
import { t } from '@/text/t'
import { Spinner } from '@/ui/Spinner'
import { StatusWord } from '@/ui/StatusWord'

interface Props {
  user: ChatMessage | null
  answer: ChatMessage | null
  /** This exchange is being written. */
  live: boolean
  last: boolean
  /** Far enough up that the browser may leave it undrawn. */
  old: boolean
}

/** What was said and what answers it. Drawn again only when one of the two changes. */
export const ExchangeRow = memo(function ExchangeRow({ user, answer, live, last, old }: Props) {
  const drawn = useMathReady(answer !== null && hasFormula(textOf(answer)))
  const says = answer !== null && hasEntries(answer)
  const begun = answer?.parts.some((part) => part.type !== 'step-start') ? answer : null
  return (
    <div className={cx('pb-6', old && 'offscreen-auto')}>
      {user && <UserMessage message={user} />}
      {/* A flow of its own: a margin within it moves nothing around it, not even while there are no words. */}
      <div className="group flow-root min-h-16">
        {live && !says ? <Working /> : begun && <Turn message={begun} live={live} last={last} />}
        <Foot message={begun} ended={!live && drawn} last={last} />
      </div>
    </div>
  )
})

function Working() {
  return (
    <p className="flex h-6 items-center gap-2 text-sm text-ink-3">
      <Spinner />
      {t('chat.thinking')}
    </p>
  )
}

function End({ message, last }: { message: ChatMessage; last: boolean }) {
  return (
    <>
      {message.metadata?.status === 'aborted' && (
        <p className="mb-2">
          <StatusWord tone="refused">{t('chat.stopped')}</StatusWord>
        </p>
      )}
      {message.metadata?.status !== 'waiting' && <AnswerFoot message={message} last={last} />}
    </>
  )
}

/** The space is there from the beginning, so that nothing moves when the answer is complete. */
function Foot({ message, ended, last }: { message: ChatMessage | null; ended: boolean; last: boolean }) {
  return <div className="mt-2 min-h-7">{message && ended && <End message={message} last={last} />}</div>
}
