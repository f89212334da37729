import { useEffect, useMemo, useState } from 'react'

import { whenIdle } from '@/lib/idle'
import type { MathNode, mathOf } from '@/lib/mathml'

interface Library {
  mathOf: typeof mathOf
}

const LONGEST = 5_000

let loaded: Library | null = null

async function load(): Promise<Library> {
  loaded = await import('@/lib/mathml')
  return loaded
}

/** Has the library at hand before the first formula is written: one that is drawn late moves what follows it. */
export function useMathSoon(): void {
  useEffect(() => whenIdle(() => void load().catch(() => undefined)), [])
}

/** A formula's MathML; null until the library is there, or when the source is none. */
export function useMath(source: string, display: boolean): MathNode | null {
  const [library, setLibrary] = useState(loaded)
  const wanted = source !== '' && source.length <= LONGEST
  useEffect(() => {
    if (!wanted || library) return
    // Without the library the source is shown.
    load().then((found) => setLibrary(found), () => undefined)
  }, [wanted, library])
  return useMemo(() => (library && wanted ? library.mathOf(source, display) : null), [library, wanted, source, display])
}
