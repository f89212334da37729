import { useInfiniteQuery, useQuery } from '@tanstack/react-query'

import { threadQuery, threadsQuery } from '@/api/queries'
import { NavButton } from '@/components/NavButton'
import { ThreadMenu } from '@/components/ThreadMenu'
import { useTitle } from '@/hooks/useTitle'
import { t } from '@/text/t'

interface Props {
  threadId: string
  /** The thread is only beginning: the server may not know it yet. */
  fresh: boolean
}

/** The title of a thread, and what can be done with it. */
export function ChatHead({ threadId, fresh }: Props) {
  const { data: listed } = useInfiniteQuery({
    ...threadsQuery(),
    select: ({ pages }) => pages.flatMap((page) => page.threads).find((one) => one.id === threadId),
  })
  const { data: asked } = useQuery({ ...threadQuery(threadId), enabled: !fresh && !listed })
  const thread = listed ?? asked
  const title = thread?.title || t('chat.title.new')
  useTitle(title)
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
      <NavButton />
      <h1 className="min-w-0 flex-1 truncate text-sm font-medium">{title}</h1>
      {thread && <ThreadMenu thread={thread} />}
    </header>
  )
}
