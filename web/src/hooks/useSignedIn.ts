import { useSyncExternalStore } from 'react'

import { currentToken, onToken } from '@/api/token'

/** Whether there is a token that the server has not refused. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(onToken, () => currentToken() !== '')
}
