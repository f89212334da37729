import { useLayoutEffect, useRef } from 'react'

/** The browser's own modal: it traps the focus, gives it back, closes on Escape, and makes the rest inert. */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  // Before the element leaves the page: only an element that is still there gives the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog || !open) return
    if (!dialog.open) dialog.showModal()
    return () => dialog.close()
  }, [open])
  return {
    ref,
    onCancel: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      onClose()
    },
    onClick: (event: { target: EventTarget; currentTarget: EventTarget }) => {
      // The backdrop belongs to the dialog; everything in it is a child.
      if (event.target === event.currentTarget) onClose()
    },
  }
}
