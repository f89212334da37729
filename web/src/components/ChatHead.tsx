import { useQuery } from '@tanstack/react-query'

import { threadQuery } from '@/api/queries'
import { ThreadMenu } from '@/components/ThreadMenu'
import { useTitle } from '@/hooks/useTitle'
import { t } from '@/text/t'

/** The title of a thread, and what can be done with it. */
export function ChatHead({ threadId }: { threadId: string }) {
  const { data: thread } = useQuery(threadQuery(threadId))
  const title = thread?.title || t('chat.title.new')
  useTitle(title)
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
      <h1 className="min-w-0 flex-1 truncate text-sm font-medium">{title}</h1>
      {thread && <ThreadMenu thread={thread} />}
    </header>
  )
}
