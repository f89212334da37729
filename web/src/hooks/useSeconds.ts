import { useEffect, useState } from 'react'

const STEP_MS = 200

/** How long something has gone on while this page watched, ms; undefined when it never did. */
export function useSeconds(going: boolean): number | undefined {
  const [began, begin] = useState<number>()
  const [now, tick] = useState(0)
  useEffect(() => {
    if (!going) return
    const start = performance.now()
    begin(start)
    tick(start)
    const timer = setInterval(() => tick(performance.now()), STEP_MS)
    return () => {
      clearInterval(timer)
      tick(performance.now())
    }
  }, [going])
  return began === undefined ? undefined : now - began
}
