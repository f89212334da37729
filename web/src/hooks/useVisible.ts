import { useSyncExternalStore } from 'react'

/** Whether anybody looks at this tab. */
export function useVisible(): boolean {
  return useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
