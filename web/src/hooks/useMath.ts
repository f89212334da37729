import { useEffect, useMemo, useSyncExternalStore } from 'react'

import { whenIdle } from '@/lib/idle'
import type { MathNode, mathOf } from '@/lib/mathml'

interface Library {
  mathOf: typeof mathOf
}

const LONGEST = 5_000

let loaded: Library | null = null
/** It can't be had now: formulas are shown as they were written. */
let failed = false
/** All hear of it at once: what belongs together is drawn together. */
const listeners = new Set<() => void>()

async function load(): Promise<void> {
  try {
    loaded = await import('@/lib/mathml')
  } catch {
    failed = true
  }
  for (const listener of listeners) listener()
}

function onSettled(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has the library at hand before the first formula is written. */
export function useMathSoon(): void {
  useEffect(() => whenIdle(() => void load()), [])
}

/** Whether formulas can be shown for good: one that is drawn late moves what follows it. */
export function useMathReady(wanted: boolean): boolean {
  const settled = useSyncExternalStore(onSettled, () => loaded !== null || failed)
  const waits = wanted && !settled
  useEffect(() => {
    if (waits) void load()
  }, [waits])
  return !waits
}

/** A formula's MathML; null until the library is there, or when the source is none. */
export function useMath(source: string, display: boolean): MathNode | null {
  const library = useSyncExternalStore(onSettled, () => loaded)
  const wanted = source !== '' && source.length <= LONGEST
  useMathReady(wanted)
  return useMemo(() => (library && wanted ? library.mathOf(source, display) : null), [library, wanted, source, display])
}
