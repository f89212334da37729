import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { agentsQuery } from '@/api/queries'
import { chosenAgent, onAgent } from '@/lib/agent'

/** The agent of the next new chat: the chosen one while it exists, else the first. */
export function useAgent(): string {
  const chosen = useSyncExternalStore(onAgent, chosenAgent)
  const { data } = useQuery(agentsQuery)
  if (!data) return chosen
  return data.some((agent) => agent.name === chosen) ? chosen : (data[0]?.name ?? '')
}
