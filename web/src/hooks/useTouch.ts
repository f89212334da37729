import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { threadsQuery } from '@/api/queries'
import type { Thread } from '@/wire/schema.gen'

/**
 * Puts a thread on top of the lists at once, because a person did something in it; a `fresh` one as
 * it will be. The server says the same a moment later, and then nothing has to move.
 */
export function useTouch(): (threadId: string, fresh?: Pick<Thread, 'agent' | 'title'>) => void {
  const client = useQueryClient()
  return useCallback(
    (threadId, fresh) => {
      client.setQueryData(threadsQuery().queryKey, (data) => {
        const [first, ...rest] = data?.pages ?? []
        if (!data || !first) return data
        const now = Date.now()
        const known = first.threads.find((one) => one.id === threadId)
        const made = fresh && { id: threadId, tenant: '', user: '', created_at: now, ...fresh }
        const top = known ?? made
        if (!top) return data
        const threads = [{ ...top, updated_at: now }, ...first.threads.filter((one) => one !== known)]
        return { ...data, pages: [{ ...first, threads }, ...rest] }
      })
    },
    [client],
  )
}
