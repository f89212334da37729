import type { ReactNode } from 'react'

import { ErrorOf } from '@/components/ErrorOf'
import { PageLoading } from '@/components/PageLoading'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'

interface List {
  isPending: boolean
  error: Error | null
  refetch: () => unknown
  hasNextPage?: boolean
  isFetchingNextPage?: boolean
  fetchNextPage?: () => unknown
}

interface Props {
  list: List
  /** How many there are. */
  count: number
  empty: ReactNode
  children: ReactNode
}

/** A list in whatever state it is: on its way, failed, empty, or there, with more to come. */
export function Listed({ list, count, empty, children }: Props) {
  if (list.isPending) return <PageLoading />
  return (
    <>
      {list.error && <ErrorOf error={list.error} onRetry={() => void list.refetch()} className="mb-3" />}
      {count > 0 ? children : !list.error && empty}
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage?.()}>
            {t('op.more')}
          </Button>
        </div>
      )}
    </>
  )
}
