import { useEffect, useRef } from 'react'

export type Keys = Record<string, (event: KeyboardEvent) => void>

/** Keys for the whole page, while nobody writes and no dialog or menu is open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return
      if (writes(event.target) || document.querySelector('dialog[open], [popover]:popover-open[role=menu]')) return
      latest.current[event.key]?.(event)
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

function writes(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}
