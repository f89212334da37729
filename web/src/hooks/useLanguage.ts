import { useSyncExternalStore } from 'react'

import { language, onLanguage, type Language } from '@/text/t'

export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, language)
}
