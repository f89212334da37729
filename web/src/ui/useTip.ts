import { useEffect, useRef } from 'react'

const DELAY_MS = 500
const GAP = 6
const MARGIN = 8

/** One tooltip for all: a thousand buttons cost no component and no listener each. */
export function useTip() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      if (ref.current?.matches(':popover-open')) ref.current.hidePopover()
    }
    const soon = (event: Event, wait: number) => {
      hide()
      const about = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
      if (about) timer = setTimeout(() => show(ref.current, about), wait)
    }
    const pointed = (event: PointerEvent) => event.pointerType === 'mouse' && soon(event, DELAY_MS)
    const focused = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && soon(event, 0)
    document.addEventListener('pointerover', pointed)
    document.addEventListener('focusin', focused)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', hide)
    document.addEventListener('scroll', hide, true)
    return () => {
      hide()
      document.removeEventListener('pointerover', pointed)
      document.removeEventListener('focusin', focused)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', hide)
      document.removeEventListener('scroll', hide, true)
    }
  }, [])
  return ref
}

function show(tip: HTMLElement | null, about: HTMLElement): void {
  if (!tip || !about.isConnected) return
  tip.textContent = about.dataset.tip ?? ''
  tip.showPopover()
  const anchor = about.getBoundingClientRect()
  const size = tip.getBoundingClientRect()
  const above = anchor.top - GAP - size.height >= MARGIN
  const left = anchor.left + anchor.width / 2 - size.width / 2
  tip.style.top = `${above ? anchor.top - GAP - size.height : anchor.bottom + GAP}px`
  tip.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - size.width - MARGIN))}px`
}
