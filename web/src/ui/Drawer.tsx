import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { useModal } from '@/ui/useModal'

interface Props {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

/** A panel that comes in from the left on small screens. */
export function Drawer({ open, onClose, label, children }: Props) {
  const modal = useModal(open, onClose)
  if (!open) return null
  return createPortal(
    <dialog
      {...modal}
      aria-label={label}
      className="anim-appear fixed inset-y-0 left-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-line bg-side p-0 text-ink backdrop:bg-scrim"
    >
      {children}
    </dialog>,
    document.body,
  )
}
