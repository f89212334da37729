import { useCallback, useEffect, useRef, useState } from 'react'

const NEAR_PX = 48

/** A scroll this soon after one of these is the reader's. */
const TOUCHES = ['keydown', 'pointerdown', 'touchmove'] as const
const TOUCH_MS = 500

/** Scrolling belongs to the reader: the end is followed, at once, only while they are near it. */
export function useStick() {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const [away, setAway] = useState(false)

  const toEnd = useCallback(() => {
    follows.current = true
    if (box.current) box.current.scrollTop = box.current.scrollHeight
    setAway(false)
  }, [])

  useEffect(() => {
    const outer = box.current
    const inner = content.current
    if (!outer || !inner) return
    let last = 0
    let height = outer.scrollHeight
    let touched = -Infinity
    const isNear = () => outer.scrollHeight - outer.scrollTop - outer.clientHeight <= NEAR_PX
    const onScroll = () => {
      const near = isNear()
      // An answer that grows fast may be far ahead for a moment, and content that shrinks pulls the page up.
      const byReader = outer.scrollHeight === height || performance.now() - touched < TOUCH_MS
      if (!near && outer.scrollTop < last && byReader) follows.current = false
      else if (near && outer.scrollTop > last) follows.current = true
      last = outer.scrollTop
      height = outer.scrollHeight
      setAway(!near && !follows.current)
    }
    // A smooth scroll upwards begins within the last 48 px: it must not be caught there.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && outer.scrollTop > 0) follows.current = false
    }
    const onTouch = (event: Event) => {
      if (scrolls(event, outer)) touched = performance.now()
    }
    const onScrollEnd = () => {
      if (isNear()) follows.current = true
    }
    const observer = new ResizeObserver(() => {
      if (follows.current) outer.scrollTop = outer.scrollHeight
      else setAway(!isNear())
    })
    observer.observe(inner)
    observer.observe(outer)
    outer.addEventListener('scroll', onScroll, { passive: true })
    outer.addEventListener('wheel', onWheel, { passive: true })
    outer.addEventListener('scrollend', onScrollEnd)
    for (const kind of TOUCHES) document.addEventListener(kind, onTouch, { passive: true })
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', onScroll)
      outer.removeEventListener('wheel', onWheel)
      outer.removeEventListener('scrollend', onScrollEnd)
      for (const kind of TOUCHES) document.removeEventListener(kind, onTouch)
    }
  }, [])

  return { box, content, away, toEnd }
}

/** A finger on the words, a hand on the scrollbar, a key that leads up. */
function scrolls(event: Event, outer: HTMLElement): boolean {
  if (event instanceof KeyboardEvent) return ['PageUp', 'Home', 'ArrowUp', ' '].includes(event.key)
  if (event.type === 'pointerdown') return event.target === outer
  return event.target instanceof Node && outer.contains(event.target)
}
