import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { threadsQuery } from '@/api/queries'
import { ErrorOf } from '@/components/ErrorOf'
import { Page } from '@/components/Page'
import { ThreadMenu } from '@/components/ThreadMenu'
import { useSettled } from '@/hooks/useSettled'
import { paths } from '@/lib/paths'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { TextField } from '@/ui/Field'
import { Time } from '@/ui/Time'
import type { Thread } from '@/wire/schema.gen'

export default function Threads() {
  const [words, write] = useState('')
  const wanted = useSettled(words.trim())
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...threadsQuery(wanted),
    placeholderData: keepPreviousData,
  })
  const threads = data?.pages.flatMap((page) => page.threads)
  return (
    <Page title={t('threads.title')}>
      <TextField
        type="search"
        label={t('threads.search')}
        labelHidden
        placeholder={t('threads.search')}
        value={words}
        onChange={(event) => write(event.target.value)}
        className="mb-3"
      />
      {error && <ErrorOf error={error} onRetry={() => void refetch()} />}
      {threads?.length === 0 && <Nothing words={wanted} />}
      {threads && threads.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {threads.map((thread) => (
            <Row key={thread.id} thread={thread} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="mt-4 text-center">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('threads.more')}
          </Button>
        </div>
      )}
    </Page>
  )
}

function Row({ thread }: { thread: Thread }) {
  return (
    <li className="group relative flex items-center gap-3 px-2 hover:bg-hover">
      <Link to={paths.chat(thread.agent, thread.id)} className="flex min-h-11 min-w-0 flex-1 items-center gap-3 py-2">
        <span className="min-w-0 flex-1 truncate">{thread.title || t('threads.untitled')}</span>
        <span className="shrink-0 text-xs text-ink-3 max-sm:hidden">{thread.agent}</span>
        <Time at={thread.updated_at} className="w-24 shrink-0 text-right text-xs text-ink-3" />
      </Link>
      <ThreadMenu thread={thread} />
    </li>
  )
}

function Nothing({ words }: { words: string }) {
  if (words) return <Empty title={t('threads.nothing.found', { words })} text={t('threads.nothing.text')} />
  return (
    <Empty
      title={t('threads.none')}
      text={t('threads.none.text')}
      action={
        <Link to={paths.home} className="text-accent underline underline-offset-2">
          {t('nav.new')}
        </Link>
      }
    />
  )
}
