/** Light, dark, or as the system says. `public/theme.js` does the same before the first paint. */
import { recall, remember } from '@/lib/storage'

export type Theme = 'system' | 'light' | 'dark'

const KEPT = 'interlock.theme'
const listeners = new Set<() => void>()

let chosen: Theme = parsed(recall('localStorage', KEPT))

export function theme(): Theme {
  return chosen
}

export function chooseTheme(next: Theme): void {
  chosen = next
  remember('localStorage', KEPT, next === 'system' ? null : next)
  paint()
  for (const listener of listeners) listener()
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Follows the system while nothing was chosen. Called once. */
export function followSystem(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint)
  paint()
}

function paint(): void {
  const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
}

function parsed(kept: string | null): Theme {
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
