import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { onChange } from '@/api/tabs'

/** Reads anew what another tab of this browser changed. */
export function useTabs(): void {
  const client = useQueryClient()
  useEffect(
    () =>
      onChange((change) => {
        if (change.what === 'thread') {
          void client.invalidateQueries({ queryKey: ['latest-run', change.threadId] })
          void client.invalidateQueries({ queryKey: ['interrupts'] })
        } else {
          void client.invalidateQueries({ queryKey: [change.what] })
        }
      }),
    [client],
  )
}
