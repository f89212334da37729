/** What the address of the inbox says: `/inbox?question=int_…&view=past&tool=…`. */
import type { Filter } from '@/run/question'

export interface InboxSearch extends Filter {
  question?: string
  view?: 'past'
}

const FIELDS = ['question', 'kind', 'tool', 'agent', 'text'] as const

export function inboxSearch(given: Record<string, unknown>): InboxSearch {
  const found: InboxSearch = given.view === 'past' ? { view: 'past' } : {}
  for (const field of FIELDS) {
    const value = given[field]
    if (typeof value === 'string' && value) found[field] = value
  }
  return found
}
