/** Tells the other tabs of this browser that something changed on the server. */
export interface Change {
  what: 'thread' | 'threads' | 'interrupts'
  threadId?: string
}

const CHANNEL = 'interlock.changes'
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)

export function tellTabs(change: Change): void {
  channel?.postMessage(change)
}

export function onChange(listener: (change: Change) => void): () => void {
  const heard = ({ data }: MessageEvent<Change>) => listener(data)
  channel?.addEventListener('message', heard)
  return () => channel?.removeEventListener('message', heard)
}
