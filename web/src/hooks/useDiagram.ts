import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { isDark, onDark } from '@/lib/dark'
import { heardFrom } from '@/run/diagram'

/** What a diagram may take from the moment its frame listens, in ms. */
const PATIENCE_MS = 15_000

export type Drawing = 'waiting' | 'drawn' | 'failed'

/** Hands a diagram's source to its frame once that listens, and hears what came of it. No source, no drawing. */
export function useDiagram(source: string, zoom: number) {
  const ref = useRef<HTMLIFrameElement>(null)
  const dark = useSyncExternalStore(onDark, isDark)
  const [heard, setHeard] = useState<{ of: string; drawing: Drawing }>({ of: '', drawing: 'waiting' })
  useEffect(() => {
    if (!source) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const become = (drawing: Drawing) => setHeard({ of: source, drawing })
    const send = () => {
      post(ref.current, { interlock: 'diagram', source, dark })
      clearTimeout(timer)
      timer = setTimeout(() => become('failed'), PATIENCE_MS)
    }
    const hear = ({ source: from, data }: MessageEvent<unknown>) => {
      if (!from || from !== ref.current?.contentWindow) return
      const said = heardFrom(data)
      if (said === 'ready') send()
      else if (said) {
        clearTimeout(timer)
        become(said)
      }
    }
    addEventListener('message', hear)
    // A frame that is there already draws anew: the theme changed.
    send()
    clearTimeout(timer)
    return () => {
      clearTimeout(timer)
      removeEventListener('message', hear)
    }
  }, [source, dark])
  const drawing = heard.of === source ? heard.drawing : 'waiting'
  useEffect(() => {
    if (drawing === 'drawn') post(ref.current, { interlock: 'zoom', zoom })
  }, [zoom, drawing])
  return { ref, drawing }
}

function post(frame: HTMLIFrameElement | null, message: object): void {
  frame?.contentWindow?.postMessage(message, '*')
}
