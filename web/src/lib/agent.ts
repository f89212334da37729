/** Which agent the next new chat is with. */
import { recall, remember } from '@/lib/storage'

const KEPT = 'interlock.agent'
const listeners = new Set<() => void>()

let chosen = recall('localStorage', KEPT) ?? ''

export function chosenAgent(): string {
  return chosen
}

export function chooseAgent(name: string): void {
  chosen = name
  remember('localStorage', KEPT, name)
  for (const listener of listeners) listener()
}

export function onAgent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
