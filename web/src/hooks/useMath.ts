import { useEffect, useMemo, useState } from 'react'

import { whenIdle } from '@/lib/idle'
import type { MathNode, mathOf } from '@/lib/mathml'

interface Library {
  mathOf: typeof mathOf
}

const LONGEST = 5_000

let loaded: Library | null = null
/** It can't be had now: formulas are shown as they were written. */
let failed = false

async function load(): Promise<Library | null> {
  try {
    loaded = await import('@/lib/mathml')
    failed = false
  } catch {
    failed = true
  }
  return loaded
}

/** Has the library at hand before the first formula is written. */
export function useMathSoon(): void {
  useEffect(() => whenIdle(() => void load()), [])
}

/** Whether formulas can be shown for good: one that is drawn late moves what follows it. */
export function useMathReady(wanted: boolean): boolean {
  const [ready, setReady] = useState(loaded !== null || failed)
  const waits = wanted && !ready
  useEffect(() => {
    if (waits) void load().then(() => setReady(true))
  }, [waits])
  return !waits
}

/** A formula's MathML; null until the library is there, or when the source is none. */
export function useMath(source: string, display: boolean): MathNode | null {
  const [library, setLibrary] = useState(loaded)
  const wanted = source !== '' && source.length <= LONGEST
  useEffect(() => {
    // Without the library the source is shown.
    if (wanted && !library) void load().then(setLibrary)
  }, [wanted, library])
  return useMemo(() => (library && wanted ? library.mathOf(source, display) : null), [library, wanted, source, display])
}
