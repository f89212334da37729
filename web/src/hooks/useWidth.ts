import { useEffect, useRef, useState } from 'react'

/** The width of an element in pixels, as it changes; `first` until it is known. */
export function useWidth<T extends HTMLElement>(first: number) {
  const ref = useRef<T>(null)
  const [width, setWidth] = useState(first)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
