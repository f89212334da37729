import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** The event that the address names (`#e12`), or 0. `show` is called once it can be shown. */
export function useEventAddress(loaded: number, show: (seq: number) => boolean): number {
  const hash = useRouterState({ select: (state) => state.location.hash })
  const named = Number(/^e(\d+)$/.exec(hash)?.[1] ?? 0)
  const shown = useRef(0)
  useEffect(() => {
    if (named === 0 || shown.current === named) return
    if (show(named)) shown.current = named
  }, [named, loaded, show])
  return named
}
