import { useEffect, useState } from 'react'

import type { Token } from '@/lib/highlight'

const LONGEST = 50_000

/** The coloured tokens of a piece of code by line; null until they are there, or when there are none. */
export function useTokens(code: string, language: string): Token[][] | null {
  const [found, setFound] = useState<{ code: string; lines: Token[][] } | null>(null)
  useEffect(() => {
    if (!language || code.length > LONGEST) return
    let wanted = true
    import('@/lib/highlight')
      .then(({ tokensOf }) => tokensOf(code, language))
      .then((lines) => {
        if (wanted && lines) setFound({ code, lines })
      })
      // Colours are no reason to fail: the code is there without them.
      .catch(() => undefined)
    return () => {
      wanted = false
    }
  }, [code, language])
  return found?.code === code ? found.lines : null
}
