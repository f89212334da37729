import { useEffect, useState } from 'react'

const STEP_MS = 60

/** Where a replay stands, 1 to `count`, and how it moves. It ends at the end. */
export function useReplay(count: number) {
  const [place, setPlace] = useState(0)
  const [playing, setPlaying] = useState(false)
  const at = place === 0 ? count : Math.min(place, count)
  const moves = playing && at < count
  useEffect(() => {
    if (!moves) return
    const timer = setInterval(() => setPlace((now) => now + 1), STEP_MS)
    return () => clearInterval(timer)
  }, [moves])
  const go = (to: number) => {
    setPlaying(false)
    setPlace(Math.min(Math.max(to, 1), count))
  }
  const play = () => {
    if (at >= count) setPlace(1)
    setPlaying(!moves)
  }
  return { at, playing: moves, go, play }
}
