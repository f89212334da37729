import { X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { cx } from '@/lib/class'
import { t } from '@/text/t'
import { IconButton } from '@/ui/IconButton'
import { useModal } from '@/ui/useModal'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  /** What it is about, in a sentence under the title. */
  about?: ReactNode
  children?: ReactNode
  /** The buttons, the harmless one first. */
  actions?: ReactNode
  wide?: boolean
}

/** A question that must be settled before anything else. Focus goes in, and back where it was. */
export function Dialog({ open, onClose, title, about, children, actions, wide }: Props) {
  const id = useId()
  const modal = useModal(open, onClose)
  if (!open) return null
  return createPortal(
    <dialog
      {...modal}
      aria-labelledby={`${id}-title`}
      aria-describedby={about ? `${id}-about` : undefined}
      className={cx(
        'anim-appear m-auto max-h-[85dvh] w-[calc(100vw-2rem)] flex-col overflow-hidden rounded-lg border border-line bg-raised p-0 text-ink shadow-overlay backdrop:bg-scrim open:flex',
        wide ? 'max-w-2xl' : 'max-w-md',
      )}
    >
      <div className="flex min-h-0 flex-col">
        <div className="flex items-start gap-3 pt-4 pr-3 pl-5">
          <h2 id={`${id}-title`} className="min-w-0 flex-1 py-1 text-base font-semibold">
            {title}
          </h2>
          <IconButton small label={t('ui.close')} icon={<X className="size-4" />} onClick={onClose} />
        </div>
        <div className="min-h-0 overflow-y-auto px-5 pt-1 pb-5">
          {about && (
            <div id={`${id}-about`} className="text-sm text-ink-2 [overflow-wrap:anywhere]">
              {about}
            </div>
          )}
          {children && <div className="mt-4">{children}</div>}
        </div>
        {actions && <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>}
      </div>
    </dialog>,
    document.body,
  )
}
