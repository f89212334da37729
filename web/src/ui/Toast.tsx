import { X } from 'lucide-react'
import { useSyncExternalStore } from 'react'

import { dismiss, onToasts, toasts } from '@/lib/toasts'
import { t } from '@/text/t'
import { IconButton } from '@/ui/IconButton'
import { StatusShape } from '@/ui/StatusWord'

/** Where short news appears. Say it with `toast()` from lib/toasts. */
export function Toasts() {
  const shown = useSyncExternalStore(onToasts, toasts)
  return (
    <div
      role="region"
      aria-label={t('ui.notifications')}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4"
    >
      {shown.map((one) => (
        <div
          key={one.id}
          className="anim-appear pointer-events-auto flex max-w-md items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 text-sm shadow-overlay"
        >
          <StatusShape tone={one.tone} />
          <span className="min-w-0 flex-1 py-1">{one.text}</span>
          <IconButton
            small
            tooltip={false}
            label={t('ui.dismiss')}
            icon={<X className="size-3.5" />}
            onClick={() => dismiss(one.id)}
          />
        </div>
      ))}
    </div>
  )
}
