import { useEffect } from 'react'

import { t } from '@/text/t'

/** The title of the window, for example "Inbox · Interlock". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${t('app.name')}` : t('app.name')
  }, [title])
}
