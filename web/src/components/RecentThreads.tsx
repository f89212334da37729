import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'

import { threadsQuery } from '@/api/queries'
import { ThreadMenu } from '@/components/ThreadMenu'
import { paths } from '@/lib/paths'
import { t } from '@/text/t'

const SHOWN = 30

/** The threads that were last active, one click away. */
export function RecentThreads() {
  const { data } = useInfiniteQuery(threadsQuery())
  const threads = data?.pages[0]?.threads.slice(0, SHOWN) ?? []
  return (
    <div className="scrollbar-thin mt-4 min-h-0 flex-1 overflow-y-auto px-2 pb-2">
      {threads.length > 0 && <h2 className="px-2 pb-1 text-xs text-ink-3">{t('nav.recent')}</h2>}
      <ul className="space-y-px">
        {threads.map((thread) => {
          const title = thread.title || t('threads.untitled')
          return (
            <li key={thread.id} className="group relative">
              <Link
                to={paths.chat(thread.agent, thread.id)}
                className="flex h-8 items-center rounded-md pr-2 pl-2 text-sm text-ink-2 group-focus-within:pr-8 group-hover:bg-hover group-hover:pr-8 hover:text-ink aria-[current=page]:bg-press aria-[current=page]:text-ink"
              >
                <span className="truncate">{title}</span>
              </Link>
              <ThreadMenu
                thread={thread}
                className="absolute top-0.5 right-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 aria-expanded:opacity-100"
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
