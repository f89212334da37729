import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Activity } from 'lucide-react'

import { agentsQuery, inboxQuery, runsQuery } from '@/api/queries'
import { ErrorOf } from '@/components/ErrorOf'
import { BehindNote } from '@/components/inspector/BehindNote'
import { RunTable } from '@/components/inspector/RunTable'
import { Page } from '@/components/Page'
import { PageLoading } from '@/components/PageLoading'
import { useNow } from '@/hooks/useNow'
import { useTitles } from '@/hooks/useTitles'
import { STATUSES, type RunsSearch } from '@/run/runSearch'
import { isOver } from '@/run/runStatus'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { Select } from '@/ui/Select'

const route = getRouteApi('/runs')

/** All runs, newest first. */
export default function Runs() {
  const search = route.useSearch()
  const list = useInfiniteQuery(runsQuery(search))
  const open = useQuery(inboxQuery)
  const shown = list.data?.pages.flatMap((page) => page.runs) ?? []
  const titles = useTitles(shown.map((run) => run.thread_id))
  const now = useNow(shown.some((run) => !isOver(run)))
  const waiting = new Set(open.data?.map((question) => question.interrupt.run_id))
  return (
    <Page title={t('runs.title')} wide actions={<Filters search={search} />}>
      {list.isPending && <PageLoading />}
      {list.isError && <ErrorOf error={list.error} onRetry={() => void list.refetch()} />}
      <BehindNote search={search} />
      {list.data && shown.length === 0 && <Nothing filtered={Object.keys(search).length > 0} />}
      {shown.length > 0 && <RunTable {...{ runs: shown, titles, waiting, now }} />}
      {list.hasNextPage && (
        <div className="flex justify-center pt-4">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('runs.older')}
          </Button>
        </div>
      )}
    </Page>
  )
}

function Nothing({ filtered }: { filtered: boolean }) {
  if (filtered) return <Empty title={t('runs.nothing')} text={t('runs.nothing.text')} />
  return <Empty icon={<Activity className="size-6" />} title={t('runs.none')} text={t('runs.none.text')} />
}

function Filters({ search }: { search: RunsSearch }) {
  const navigate = route.useNavigate()
  const agents = useQuery(agentsQuery)
  const narrow = (change: RunsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  return (
    <div className="flex gap-2">
      <Select
        label={t('runs.filter.status')}
        labelHidden
        value={search.status ?? ''}
        options={[
          { value: '', label: t('runs.filter.status.all') },
          ...STATUSES.map((value) => ({ value, label: t(`runs.status.${value}`) })),
        ]}
        onChoose={(value) => narrow({ status: STATUSES.find((one) => one === value) })}
      />
      {(agents.data?.length ?? 0) > 1 && (
        <Select
          label={t('runs.filter.agent')}
          labelHidden
          value={search.agent ?? ''}
          options={[
            { value: '', label: t('runs.filter.agent.all') },
            ...(agents.data ?? []).map(({ name }) => ({ value: name, label: name })),
          ]}
          onChoose={(value) => narrow({ agent: value || undefined })}
        />
      )}
    </div>
  )
}
