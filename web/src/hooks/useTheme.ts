import { useSyncExternalStore } from 'react'

import { onTheme, theme, type Theme } from '@/lib/theme'

export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, theme)
}
