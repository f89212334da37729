/** Single questions, and those that are closed. The open ones are in queries.ts. */
import { queryOptions } from '@tanstack/react-query'

import { read } from '@/api/client'
import { server } from '@/lib/paths'
import type { Inbox, QuestionView } from '@/wire/schema.gen'

const MOST = 200

export const questionQuery = (id: string) =>
  queryOptions({
    queryKey: ['interrupts', 'one', id],
    queryFn: ({ signal }) => read<QuestionView>(server.interrupt(id), {}, signal),
    enabled: id !== '',
  })

/** The questions that are no longer open, newest first. */
export const pastQuery = queryOptions({
  queryKey: ['interrupts', 'past'],
  queryFn: ({ signal }) =>
    read<Inbox>(server.interrupts, { limit: MOST }, signal).then((found) =>
      found.interrupts.filter((question) => question.status !== 'open'),
    ),
})
