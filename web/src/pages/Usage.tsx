import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Coins, Download } from 'lucide-react'
import { useState } from 'react'

import { quotasQuery, usageCsv, usageQuery } from '@/api/sight'
import { ErrorOf } from '@/components/ErrorOf'
import { Page } from '@/components/Page'
import { PageLoading } from '@/components/PageLoading'
import { money, number } from '@/components/sight/boardWords'
import { Headline } from '@/components/sight/Headline'
import { Quotas } from '@/components/sight/Quotas'
import { DayChart, Unpriced, UsageGrid } from '@/components/sight/UsageParts'
import { useNow } from '@/hooks/useNow'
import { save } from '@/lib/save'
import { paths } from '@/lib/paths'
import { monthOf, type Days } from '@/lib/days'
import { GROUPS, type Group, type UsageSearch } from '@/run/sightSearch'
import { plural, t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { Select } from '@/ui/Select'
import type { QuotaView, Report } from '@/wire/schema.gen'

const route = getRouteApi('/usage')

/** What was used and what it cost. */
export default function Usage() {
  const { by = 'user', month } = route.useSearch()
  const days = monthOf(new Date(useNow(false)), month ?? 'this')
  const daily = useQuery(usageQuery('day', days))
  const quotas = useQuery(quotasQuery)
  return (
    <Page title={t('usage.title')} wide actions={<Actions by={by} month={month} days={days} />}>
      {daily.isPending && <PageLoading />}
      {daily.error && <ErrorOf error={daily.error} onRetry={() => void daily.refetch()} className="mb-4" />}
      {daily.data && <Found report={daily.data} quotas={quotas.data ?? []} {...{ by, month, days }} />}
    </Page>
  )
}

interface FoundProps {
  report: Report
  quotas: readonly QuotaView[]
  by: Group
  month: UsageSearch['month']
  days: Days
}

function Found({ report, quotas, by, month, days }: FoundProps) {
  if (!report.total.calls && quotas.length === 0) {
    return <Empty icon={<Coins className="size-6" />} title={t('usage.none')} text={t('usage.none.text')} />
  }
  return (
    <>
      {report.partial && <Unpriced report={report} days={days} />}
      <Totals report={report} />
      <div className="mb-6 grid gap-x-6 gap-y-6 lg:grid-cols-[2fr_1fr]">
        <DayChart report={report} days={days} />
        <Quotas quotas={quotas} />
      </div>
      <Views by={by} month={month} />
      <Groups by={by} days={days} />
    </>
  )
}

function Groups({ by, days }: { by: Group; days: Days }) {
  const { data, error, refetch } = useQuery(usageQuery(by, days))
  if (error) return <ErrorOf error={error} onRetry={() => void refetch()} className="mt-4" />
  return data ? <UsageGrid by={GROUPS.find((one) => one === data.by[0]) ?? by} report={data} /> : <PageLoading />
}

function Totals({ report }: { report: Report }) {
  const { total, lost, fallback, count } = report
  const tokens = total.tokens ?? {}
  const read = (tokens.input_tokens ?? 0) + (tokens.cached_tokens ?? 0) + (tokens.cache_write_tokens ?? 0)
  const written = (tokens.output_tokens ?? 0) + (tokens.reasoning_tokens ?? 0)
  const runs = Object.values(count.runs ?? {}).reduce((sum, one) => sum + one, 0)
  const each = (amount: string | null) => (amount === null ? '–' : money(amount))
  return (
    <Headline
      label={t('usage.totals')}
      figures={[
        { name: t('usage.cost'), value: money(total.cost), more: report.partial ? t('usage.partial') : '' },
        { name: t('usage.calls'), value: number(total.calls) },
        { name: t('usage.tokens'), value: number(read + written), more: t('usage.tokens.out', { n: number(written) }) },
        { name: t('usage.per_run'), value: each(report.per_run), more: plural('usage.runs.one', 'usage.runs.many', runs, number(runs)) },
        { name: t('usage.per_user'), value: each(report.per_user), more: plural('usage.users.one', 'usage.users.many', count.users ?? 0, number(count.users)) },
        { name: t('usage.actions'), value: report.actions_per_usd === null ? '–' : Number(report.actions_per_usd).toFixed(2) },
        { name: t('usage.lost'), value: money(lost.cost) },
        { name: t('usage.fallback'), value: money(fallback.cost) },
      ]}
    />
  )
}

function Views({ by, month }: { by: Group; month: UsageSearch['month'] }) {
  return (
    <nav aria-label={t('usage.by')} className="flex gap-4 overflow-x-auto border-b border-line">
      {GROUPS.map((one) => (
        <Link
          key={one}
          to={paths.usage}
          search={{ by: one, ...(month && { month }) }}
          replace
          activeOptions={{ exact: true }}
          aria-current={one === by ? 'page' : undefined}
          className="inline-flex h-9 items-center border-b-2 border-transparent px-0.5 text-sm whitespace-nowrap text-ink-3 -outline-offset-2 hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {t(`usage.by.${one}`)}
        </Link>
      ))}
    </nav>
  )
}

function Actions({ by, month, days }: { by: Group; month: UsageSearch['month']; days: Days }) {
  const navigate = route.useNavigate()
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      save(await usageCsv(by, days), `usage-${days.from}-${days.to}-${by}.csv`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Select
        label={t('usage.month')}
        labelHidden
        value={month ?? 'this'}
        options={[
          { value: 'this', label: t('usage.month.this') },
          { value: 'last', label: t('usage.month.last') },
        ]}
        onChoose={(value) => void navigate({ search: { by, ...(value === 'last' && { month: 'last' as const }) }, replace: true })}
      />
      <Button busy={busy} icon={<Download aria-hidden="true" className="size-4" />} onClick={() => void download()}>
        {t('usage.csv')}
      </Button>
    </div>
  )
}
