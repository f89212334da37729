import { useMemo, useState } from 'react'

import { ErrorOf } from '@/components/ErrorOf'
import { SpanDetail } from '@/components/inspector/SpanDetail'
import { TraceSums } from '@/components/inspector/TraceSums'
import { Waterfall } from '@/components/inspector/Waterfall'
import { PageLoading } from '@/components/PageLoading'
import { useTrace } from '@/hooks/useTrace'
import { scaleOf } from '@/run/logScale'
import { found, shownSpans } from '@/run/traceSpans'
import { t } from '@/text/t'
import { CopyButton } from '@/ui/CopyButton'
import { TextField } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import type { Trace } from '@/wire/schema.gen'

interface Props {
  runId: string
  chain: readonly { id: string }[]
  live: boolean
  now: number
}

/** Where the time and the money of a turn went, as the server's spans tell it. */
export function TraceView({ runId, chain, live, now }: Props) {
  const trace = useTrace(runId, live)
  if (trace.isPending) return <PageLoading />
  if (!trace.data) return <ErrorOf error={trace.error} onRetry={() => void trace.refetch()} className="mt-4" />
  return <Shown trace={trace.data} chain={chain} now={now} />
}

function Shown({ trace, chain, now }: { trace: Trace; chain: Props['chain']; now: number }) {
  const [words, find] = useState('')
  const [faultsOnly, narrow] = useState(false)
  const [chosen, choose] = useState('')
  const spans = useMemo(() => shownSpans(trace), [trace])
  const scale = useMemo(() => scaleOf(spans, now), [spans, now])
  const rows = found(spans, words, faultsOnly)
  const since = spans[0]?.start ?? 0
  const faults = spans.filter((span) => span.fault).length
  return (
    <section aria-label={t('trace.title')}>
      <TraceSums trace={trace} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
        <search className="w-full sm:max-w-xs">
          <TextField
            type="search"
            label={t('trace.find')}
            labelHidden
            placeholder={t('trace.find')}
            value={words}
            onChange={(event) => find(event.target.value)}
          />
        </search>
        {(faults > 0 || faultsOnly) && (
          <Switch label={t('trace.faults', { n: String(faults) })} checked={faultsOnly} onChange={narrow} />
        )}
        <span className="ml-auto hidden items-center font-mono text-xs text-ink-3 md:flex">
          {t('trace.id', { id: trace.trace_id.slice(0, 8) })}
          <CopyButton label={t('trace.id.copy')} text={trace.trace_id} />
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="py-8 text-center text-sm text-ink-3">{t('trace.none')}</p>
      ) : (
        <Waterfall {...{ spans: rows, scale, since, now, chosen }} onChoose={choose} />
      )}
      <SpanDetail span={rows.find((span) => span.id === chosen)} chain={chain} since={since} now={now} />
    </section>
  )
}
