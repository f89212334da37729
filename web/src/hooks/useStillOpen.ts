import { useQueries } from '@tanstack/react-query'

import { questionQuery } from '@/api/questions'

/** How many of these questions nobody has decided yet. One that is not known yet counts as open. */
export function useStillOpen(ids: readonly string[]): number {
  return useQueries({
    queries: ids.map((id) => questionQuery(id)),
    combine: (found) => found.filter(({ data }) => !data || data.status === 'open').length,
  })
}
