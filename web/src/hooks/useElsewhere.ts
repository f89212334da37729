import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { questionQuery } from '@/api/questions'
import { isOwn } from '@/lib/own'
import type { QuestionView } from '@/wire/schema.gen'

/** Calls back with each question that left the inbox by somebody else's decision. */
export function useElsewhere(
  open: readonly QuestionView[] | undefined,
  tell: (question: QuestionView) => void,
): void {
  const client = useQueryClient()
  const before = useRef<readonly QuestionView[]>([])
  useEffect(() => {
    if (!open) return
    const now = new Set(open.map((question) => question.interrupt.id))
    const gone = before.current.filter(({ interrupt }) => !now.has(interrupt.id) && !isOwn(interrupt.id))
    before.current = open
    for (const { interrupt } of gone) {
      client.fetchQuery({ ...questionQuery(interrupt.id), staleTime: 0 }).then(
        (question) => question.status !== 'open' && tell(question),
        () => undefined,
      )
    }
  }, [open, tell, client])
}
