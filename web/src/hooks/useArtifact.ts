import { useEffect, useRef } from 'react'

import type { Artifact } from '@/run/blocks'

/** Hands an artifact to its frame once the frame says that it listens. */
export function useArtifact({ form, source }: Artifact) {
  const ref = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const send = () => ref.current?.contentWindow?.postMessage({ interlock: 'artifact', form, source }, '*')
    const heard = (event: MessageEvent<unknown>) => {
      if (event.source === ref.current?.contentWindow && event.data === 'interlock-ready') send()
    }
    addEventListener('message', heard)
    return () => removeEventListener('message', heard)
  }, [form, source])
  return ref
}
