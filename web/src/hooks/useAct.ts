import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { asProblem, type Problem } from '@/api/problem'

/** Does one thing at a time on the server, and reads anew what it changed. */
export function useAct(changes: string, onDone?: () => void) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy) return false
    setBusy(true)
    setProblem(null)
    try {
      await work()
      await client.invalidateQueries({ queryKey: [changes] })
      onDone?.()
      return true
    } catch (caught) {
      setProblem(asProblem(caught))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, act }
}
