import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'

import { serverFetch } from '@/api/client'
import { isReached, onReach } from '@/api/reach'
import { server } from '@/lib/paths'

const AGAIN_MS = 2_000

/** Whether the server answers. While it does not, it is asked again and again; then all is read anew. */
export function useReach(): boolean {
  const client = useQueryClient()
  const reached = useSyncExternalStore(onReach, isReached)
  useEffect(() => {
    if (reached) return
    const timer = setInterval(() => void serverFetch(server.live).catch(() => undefined), AGAIN_MS)
    return () => {
      clearInterval(timer)
      void client.invalidateQueries()
    }
  }, [reached, client])
  return reached
}
