import { useLayoutEffect } from 'react'

import { chooseAgent } from '@/lib/agent'

/** Whoever reads a thread sees its agent in the list of agents, and begins the next chat with the same one. */
export function useOpenAgent(agent: string): void {
  useLayoutEffect(() => chooseAgent(agent), [agent])
}
