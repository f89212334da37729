import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'

const OVERSCAN = 12

interface Options {
  count: number
  height: number
  keyOf: (index: number) => string | number
}

/** Draws only the rows in sight of a list within the page's scroller (`data-scroller`). */
export function useVirtualRows({ count, height, keyOf }: Options) {
  const list = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const inner = list.current
    const outer = inner?.closest('[data-scroller]')
    if (!inner || !outer?.firstElementChild) return
    const measure = () => {
      const top = inner.getBoundingClientRect().top - outer.getBoundingClientRect().top + outer.scrollTop
      setMargin(Math.round(top))
    }
    measure()
    // What stands above the list grows and shrinks.
    const observer = new ResizeObserver(measure)
    observer.observe(outer.firstElementChild)
    return () => observer.disconnect()
  }, [])
  // The React Compiler is not in use, so nothing memoizes what changes.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count,
    estimateSize: () => height,
    getScrollElement: () => list.current?.closest('[data-scroller]') ?? null,
    getItemKey: keyOf,
    overscan: OVERSCAN,
    scrollMargin: margin,
  })
  return { list, rows, margin }
}
