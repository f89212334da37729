import { Link } from '@tanstack/react-router'
import { Inbox as InboxIcon } from 'lucide-react'
import { useCallback } from 'react'

import { ErrorOf } from '@/components/ErrorOf'
import { InboxDetail } from '@/components/inbox/InboxDetail'
import { InboxFilter } from '@/components/inbox/InboxFilter'
import { InboxKeys } from '@/components/inbox/InboxKeys'
import { InboxRow } from '@/components/inbox/InboxRow'
import { outcomeTone } from '@/components/inbox/outcomeTone'
import { NavButton } from '@/components/NavButton'
import { PageLoading } from '@/components/PageLoading'
import { useFocusWhenShown } from '@/hooks/useFocusWhenShown'
import { useInbox } from '@/hooks/useInbox'
import { useKeys } from '@/hooks/useKeys'
import { useTitle } from '@/hooks/useTitle'
import { cx } from '@/lib/class'
import { cut } from '@/lib/format'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toasts'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import type { QuestionView } from '@/wire/schema.gen'

const SAID = 80

/** Every question to a person, across all threads. */
export default function Inbox() {
  useTitle(t('nav.inbox'))
  const tell = useCallback((question: QuestionView) => {
    const words = { outcome: outcomeTone(question).word, question: cut(question.interrupt.question, SAID) }
    toast(t('inbox.elsewhere', words), 'neutral')
  }, [])
  const inbox = useInbox(tell)
  const looking = Boolean(inbox.search.question)
  const focus = useFocusWhenShown('question', inbox.chosen.data?.interrupt.id)
  const step = (by: -1 | 1) => {
    focus('')
    inbox.step(by)
  }
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: ({ target }) => {
      if (target === document.body) focus(inbox.search.question ?? '')
      else if (target instanceof HTMLElement) focus(target.dataset.question ?? '')
    },
  })
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-14 shrink-0 items-center gap-3 border-b md:gap-4 border-line px-4 md:px-6">
        <NavButton />
        <h1 className="text-lg font-semibold">{t('nav.inbox')}</h1>
        <Views inbox={inbox} />
        <span className="flex-1" />
        <InboxKeys />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className={cx('min-h-0 w-full flex-col lg:flex lg:w-96 lg:border-r lg:border-line', looking ? 'hidden' : 'flex')}>
          <List inbox={inbox} />
        </div>
        <div className={cx('scrollbar-thin min-h-0 min-w-0 flex-1 overflow-y-auto lg:block', looking ? 'block' : 'hidden')}>
          <Detail inbox={inbox} />
        </div>
      </div>
    </div>
  )
}

type Shown = ReturnType<typeof useInbox>

function Views({ inbox }: { inbox: Shown }) {
  return (
    <nav aria-label={t('inbox.views')} className="flex gap-4">
      {(['open', 'past'] as const).map((view) => (
        <Link
          key={view}
          to={paths.inbox}
          search={view === 'past' ? { view } : {}}
          // By itself a link is current for any address that begins like its own.
          activeOptions={{ exact: true }}
          aria-current={inbox.past === (view === 'past') ? 'page' : undefined}
          className="inline-flex h-14 items-center border-b-2 border-transparent pt-0.5 text-sm text-ink-3 -outline-offset-4 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {t(`inbox.${view}`)}
          {view === 'open' && inbox.openCount > 0 && (
            <span className="ml-1.5 text-xs text-ink-3">{inbox.openCount}</span>
          )}
        </Link>
      ))}
    </nav>
  )
}

function List({ inbox }: { inbox: Shown }) {
  const { list, all, shown, search, past } = inbox
  if (list.isPending) return <PageLoading />
  if (list.isError) return <ErrorOf error={list.error} onRetry={() => void list.refetch()} className="m-3" />
  if (all.length === 0) {
    return (
      <Empty
        icon={<InboxIcon className="size-6" />}
        title={t(past ? 'inbox.none.past' : 'inbox.none')}
        text={t(past ? 'inbox.none.past.text' : 'inbox.none.text')}
      />
    )
  }
  return (
    <>
      <InboxFilter questions={all} filter={search} onChange={inbox.narrow} />
      {shown.length === 0 ? (
        <Empty
          title={t('inbox.nothing.found')}
          text={t('inbox.nothing.text')}
          action={
            <Button onClick={() => inbox.narrow({ text: '', kind: '', tool: '', agent: '' })}>
              {t('inbox.filter.clear')}
            </Button>
          }
        />
      ) : (
        <ul aria-label={t('inbox.list')} className="scrollbar-thin min-h-0 flex-1 overflow-y-auto">
          {shown.map((question) => (
            <InboxRow key={question.interrupt.id} question={question} search={search} />
          ))}
        </ul>
      )}
    </>
  )
}

function Detail({ inbox }: { inbox: Shown }) {
  const { chosen, search, shown } = inbox
  if (!search.question) {
    if (shown.length === 0) return null
    return <Empty title={t('inbox.choose')} text={t('inbox.choose.text')} />
  }
  if (chosen.isError) return <ErrorOf error={chosen.error} onRetry={() => void chosen.refetch()} className="m-6" />
  if (!chosen.data) return <PageLoading />
  return (
    <InboxDetail
      key={search.question}
      question={chosen.data}
      search={search}
      onNext={shown.length > 0 && !inbox.past ? () => inbox.step(1) : undefined}
    />
  )
}
