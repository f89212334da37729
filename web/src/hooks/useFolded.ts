import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

const FIRST = 20
const STEP = 50

/** Only the last of many is drawn. More come in above on demand, and what is read stays in its place. */
export function useFolded<T>(all: readonly T[], box: RefObject<HTMLElement | null>) {
  const [most, setMost] = useState(FIRST)
  const fromEnd = useRef<number | null>(null)
  const hidden = Math.max(0, all.length - most)
  const drawn = all.length - hidden

  useLayoutEffect(() => {
    if (fromEnd.current === null || !box.current) return
    box.current.scrollTop = box.current.scrollHeight - fromEnd.current
    fromEnd.current = null
  }, [drawn, box])

  const more = () => {
    if (box.current) fromEnd.current = box.current.scrollHeight - box.current.scrollTop
    setMost(most + STEP)
  }
  return { shown: all.slice(hidden), next: Math.min(hidden, STEP), more }
}
