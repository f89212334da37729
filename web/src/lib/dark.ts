/** Whether the page is dark at the moment, whoever decided it. `lib/theme` paints it. */
import { onTheme } from '@/lib/theme'

export function isDark(): boolean {
  return document.documentElement.classList.contains('dark')
}

export function onDark(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const leave = onTheme(listener)
  system.addEventListener('change', listener)
  return () => {
    leave()
    system.removeEventListener('change', listener)
  }
}
