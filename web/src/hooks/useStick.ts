import { useCallback, useEffect, useRef, useState } from 'react'

const NEAR_PX = 48

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
    const isNear = () => outer.scrollHeight - outer.scrollTop - outer.clientHeight <= NEAR_PX
    const onScroll = () => {
      const near = isNear()
      // Only the reader scrolls up; an answer that grows fast may be far ahead for a moment.
      if (!near && outer.scrollTop < last) follows.current = false
      else if (near && outer.scrollTop > last) follows.current = true
      last = outer.scrollTop
      setAway(!near && !follows.current)
    }
    // A smooth scroll upwards begins within the last 48 px: it must not be caught there.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && outer.scrollTop > 0) follows.current = false
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
    return () => {
      observer.disconnect()
      outer.removeEventListener('scroll', onScroll)
      outer.removeEventListener('wheel', onWheel)
      outer.removeEventListener('scrollend', onScrollEnd)
    }
  }, [])

  return { box, content, away, toEnd }
}
