import { useEffect, useState } from 'react'

const STEP_MS = 200

/** How long something has gone on while this page watched, ms; undefined when it never did. */
export function useSeconds(going: boolean): number | undefined {
  const [took, tick] = useState<number>()
  useEffect(() => {
    if (!going) return
    const start = performance.now()
    const step = () => tick(performance.now() - start)
    const timer = setInterval(step, STEP_MS)
    return () => {
      clearInterval(timer)
      step()
    }
  }, [going])
  return took
}
