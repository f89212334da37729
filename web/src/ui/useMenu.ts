import { useId, useRef, useState, type KeyboardEvent } from 'react'

const GAP = 4
const MARGIN = 8

/** A popover of the browser, placed beside its button and walked with the arrow keys. */
export function useMenu() {
  const ref = useRef<HTMLDivElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)

  const button = () => document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(id)}"]`)
  const close = () => ref.current?.hidePopover()

  return {
    ref,
    id,
    open,
    close,
    toggle: () => ref.current?.togglePopover(),
    onToggle: (event: { newState: string }) => {
      setOpen(event.newState === 'open')
      if (event.newState !== 'open') {
        // Only when the focus was in the menu: a click elsewhere has its own idea of it.
        if (document.activeElement === document.body) button()?.focus()
        return
      }
      // The children are drawn in the next frame; only then is there a size to place.
      requestAnimationFrame(() => {
        place(ref.current, button())
        itemsOf(ref.current)[0]?.focus()
      })
    },
    onKeyDown: (event: KeyboardEvent) => {
      const items = itemsOf(ref.current)
      const to = target(event.key, items, items.indexOf(document.activeElement as HTMLElement))
      if (event.key === 'Tab') close()
      if (!to) return
      event.preventDefault()
      to.focus()
    },
  }
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return menu ? [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')] : []
}

function target(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  switch (key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at(at - 1)
    case 'Home':
      return items[0]
    case 'End':
      return items.at(-1)
    default:
      return key.length === 1 && key !== ' ' ? byLetter(key, items, at) : undefined
  }
}

function byLetter(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  const turned = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return turned.find((item) => item.textContent.trim().toLowerCase().startsWith(key.toLowerCase()))
}

/** Below the button and at its start, or where there is room. */
function place(menu: HTMLElement | null, button: HTMLElement | null): void {
  if (!menu || !button) return
  const anchor = button.getBoundingClientRect()
  const size = menu.getBoundingClientRect()
  const below = anchor.bottom + GAP + size.height + MARGIN <= innerHeight
  const top = below ? anchor.bottom + GAP : anchor.top - GAP - size.height
  const left = Math.min(anchor.left, innerWidth - size.width - MARGIN)
  menu.style.top = `${Math.max(MARGIN, top)}px`
  menu.style.left = `${Math.max(MARGIN, left)}px`
}
