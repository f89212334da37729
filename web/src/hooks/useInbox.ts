import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'

import { inboxQuery } from '@/api/queries'
import { pastQuery, questionQuery } from '@/api/questions'
import { useElsewhere } from '@/hooks/useElsewhere'
import { inOrder, lastFirst, matches, neighbour, type Filter } from '@/run/question'
import type { QuestionView } from '@/wire/schema.gen'

const route = getRouteApi('/inbox')

/** The questions of the chosen view, the one that is looked at, and how to move between them. */
export function useInbox(tell: (question: QuestionView) => void) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const past = search.view === 'past'
  const open = useQuery(inboxQuery)
  const closed = useQuery({ ...pastQuery, enabled: past })
  const chosen = useQuery(questionQuery(search.question ?? ''))
  useElsewhere(open.data, tell)

  const list = past ? closed : open
  const all = past ? lastFirst(list.data ?? []) : inOrder(list.data ?? [])
  const shown = all.filter((question) => matches(question, search))
  const ids = shown.map((question) => question.interrupt.id)
  // Where the looked-at question stood, so that its neighbours are found after it has gone.
  const place = useRef(0)
  const at = ids.indexOf(search.question ?? '')
  if (at >= 0) place.current = at

  const look = (id: string | undefined) => {
    if (!id) return
    void navigate({ search: (before) => ({ ...before, question: id }), replace: true })
    document.querySelector<HTMLElement>(`[data-question="${CSS.escape(id)}"]`)?.focus()
  }
  const step = (by: -1 | 1) => look(neighbour(ids, place.current, search.question && at >= 0 ? by : 0))
  const narrow = (change: Filter) =>
    void navigate({ search: (before) => ({ ...before, ...cleaned(change) }), replace: true })
  return { search, past, list, all, shown, chosen, step, narrow, openCount: open.data?.length ?? 0 }
}

function cleaned(change: Filter): Filter {
  return Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value || undefined]))
}
