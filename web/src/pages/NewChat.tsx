import { useNavigate } from '@tanstack/react-router'

import { Composer } from '@/components/Composer'
import { NavButton } from '@/components/NavButton'
import { Suggestions } from '@/components/Suggestions'
import { useAgent } from '@/hooks/useAgent'
import { useDraft } from '@/hooks/useDraft'
import { useTitle } from '@/hooks/useTitle'
import { useTouch } from '@/hooks/useTouch'
import { newId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { leavePending, type Draft } from '@/lib/pending'
import { t } from '@/text/t'

/** The first message opens it; it comes while the message is being written. */
void import('@/pages/Chat')

export default function NewChat() {
  const agent = useAgent()
  const navigate = useNavigate()
  const touch = useTouch()
  const [text, write] = useDraft('new')
  useTitle(t('chat.title.new'))
  const send = (draft: Draft) => {
    const threadId = newId('thr')
    leavePending(threadId, draft)
    touch(threadId, { agent, title: draft.text })
    write('')
    void navigate({ to: paths.chat(agent, threadId) })
  }
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-12 shrink-0 items-center px-4 md:hidden">
        <NavButton />
      </header>
      <div className="scrollbar-thin min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex min-h-full w-full max-w-read flex-col justify-center px-4 py-8">
          <h1 className="text-xl font-semibold">{t('chat.hello', { agent })}</h1>
          <p className="mt-1 text-ink-2">{t('chat.hello.text')}</p>
          <Suggestions agent={agent} onChoose={(words) => send({ text: words, files: [] })} />
        </div>
      </div>
      <div className="mx-auto w-full max-w-read px-4 pb-4">
        <Composer agent={agent} text={text} onWrite={write} onSend={send} autoFocus />
      </div>
    </div>
  )
}
