import { useEffect, useState } from 'react'

/** The time, moving while something goes on. */
export function useNow(moving: boolean, stepMs = 500): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!moving) return
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [moving, stepMs])
  return now
}
