import { useInfiniteQuery, useQueries } from '@tanstack/react-query'

import { threadQuery, threadsQuery } from '@/api/queries'

/** The titles of threads by id: from the list where it has them, else one by one. */
export function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useInfiniteQuery(threadsQuery())
  const known = new Map(data?.pages.flatMap((page) => page.threads.map((one) => [one.id, one.title ?? ''])))
  const missing = data ? [...new Set(ids)].filter((id) => !known.has(id)) : []
  const found = useQueries({ queries: missing.map((id) => ({ ...threadQuery(id), staleTime: Infinity, retry: false })) })
  for (const { data: one } of found) if (one) known.set(one.id, one.title ?? '')
  return known
}
