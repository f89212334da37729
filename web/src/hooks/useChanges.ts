import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { follow } from '@/api/stream'
import { useVisible } from '@/hooks/useVisible'
import { server } from '@/lib/paths'

const LIVE = ['interrupts', 'threads', 'thread', 'runs', 'run', 'latest-run']

/**
 * Reads anew whatever changed, whoever changed it: another tab, the command line, a worker. Only
 * while somebody looks: a browser has six connections to a server, for all its tabs together.
 */
export function useChanges(): void {
  const client = useQueryClient()
  const visible = useVisible()
  useEffect(() => {
    if (!visible) return
    const leaving = new AbortController()
    const again = () => {
      for (const key of LIVE) void client.invalidateQueries({ queryKey: [key] })
    }
    follow(() => server.changes, again, leaving.signal, true).catch(() => undefined)
    return () => leaving.abort()
  }, [client, visible])
}
