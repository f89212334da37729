import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { isDark, onDark } from '@/lib/dark'
import { heardFrom } from '@/run/diagram'

/** What a diagram may take from the moment its frame listens, in ms. */
const PATIENCE_MS = 15_000

export type Drawing = { state: 'waiting' } | { state: 'drawn'; height: number } | { state: 'failed' }

const WAITING: Drawing = { state: 'waiting' }

/** Hands a diagram's source to its frame once that listens, and hears how high it became. */
export function useDiagram(source: string) {
  const ref = useRef<HTMLIFrameElement>(null)
  const dark = useSyncExternalStore(onDark, isDark)
  const [drawing, setDrawing] = useState<Drawing>(WAITING)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const send = () => {
      ref.current?.contentWindow?.postMessage({ interlock: 'diagram', source, dark }, '*')
      clearTimeout(timer)
      timer = setTimeout(() => setDrawing({ state: 'failed' }), PATIENCE_MS)
    }
    const heard = ({ source: from, data }: MessageEvent<unknown>) => {
      if (!from || from !== ref.current?.contentWindow) return
      const said = heardFrom(data)
      if (said === 'ready') send()
      else if (said) {
        clearTimeout(timer)
        setDrawing(said)
      }
    }
    addEventListener('message', heard)
    // A frame that is there already draws anew: the theme changed.
    send()
    clearTimeout(timer)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', heard)
    }
  }, [source, dark])
  return { ref, drawing }
}
