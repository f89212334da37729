import { useEffect, useState } from 'react'

import type { MathNode } from '@/lib/mathml'

const LONGEST = 5_000

/** A formula's MathML; null until it is there, or when the source is none. */
export function useMath(source: string, display: boolean): MathNode | null {
  const [found, setFound] = useState<{ source: string; math: MathNode | null } | null>(null)
  useEffect(() => {
    if (!source || source.length > LONGEST) return
    let wanted = true
    import('@/lib/mathml')
      .then(({ mathOf }) => {
        if (wanted) setFound({ source, math: mathOf(source, display) })
      })
      // Without the library the source is shown.
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [source, display])
  return found?.source === source ? found.math : null
}
