import { useCallback, useState } from 'react'

import { recall, remember } from '@/lib/storage'

/** What is being written, kept for this tab until it is sent. */
export function useDraft(name: string): [string, (text: string) => void] {
  const kept = `interlock.draft.${name}`
  const [text, setText] = useState(() => recall('sessionStorage', kept) ?? '')
  const write = useCallback(
    (next: string) => {
      setText(next)
      remember('sessionStorage', kept, next || null)
    },
    [kept],
  )
  return [text, write]
}
