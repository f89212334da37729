import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { deliveriesQuery, deliveryQuery, redeliver, redeliverFailed } from '@/api/operate'
import { ErrorOf } from '@/components/ErrorOf'
import { Listed } from '@/components/operate/Listed'
import { PageLoading } from '@/components/PageLoading'
import { useAct } from '@/hooks/useAct'
import { paths } from '@/lib/paths'
import { plural, t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { JsonView } from '@/ui/JsonView'
import { Select } from '@/ui/Select'
import { StatusWord, type Tone } from '@/ui/StatusWord'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import type { Delivery } from '@/wire/schema.gen'

type State = NonNullable<Delivery['state']>

const STATES: State[] = ['pending', 'delivered', 'failed']
const TONE: Record<State, Tone> = { pending: 'busy', delivered: 'good', failed: 'bad' }

/** What was sent to a webhook, and how it went. */
export function Deliveries({ hookId }: { hookId: string }) {
  const [state, setState] = useState('')
  const list = useInfiniteQuery(deliveriesQuery(hookId, state))
  const [looked, look] = useState<string | null>(null)
  const { busy, problem, act } = useAct('webhooks')
  const found = list.data?.pages.flatMap((page) => page.deliveries) ?? []
  return (
    <section aria-label={t('webhooks.deliveries')}>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-base font-semibold">{t('webhooks.deliveries')}</h2>
        {state === 'failed' && found.length > 0 && (
          <Button small busy={busy} onClick={() => void act(() => redeliverFailed(hookId))}>
            {t('webhooks.redeliver.all')}
          </Button>
        )}
        <Select
          label={t('op.col.state')}
          labelHidden
          value={state}
          options={[{ value: '', label: t('webhooks.delivery.all') }, ...STATES.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) }))]}
          onChoose={setState}
        />
      </div>
      {problem && <ErrorOf error={problem} className="mb-3" />}
      <Listed list={list} count={found.length} empty={<p className="py-3 text-sm text-ink-2">{t('webhooks.deliveries.none')}</p>}>
        <Table
          label={t('webhooks.deliveries')}
          columns={[
            { name: t('op.col.state') },
            { name: t('webhooks.event'), grow: true },
            { name: t('webhooks.answer'), wide: true },
            { name: t('webhooks.attempts'), right: true },
            { name: t('op.when'), right: true },
            { name: t('op.actions'), hidden: true, right: true },
          ]}
        >
          {found.map((one) => (
            <Row key={one.id} delivery={one} busy={busy} onLook={() => look(one.id)} onAgain={() => void act(() => redeliver(hookId, one.id))} />
          ))}
        </Table>
      </Listed>
      {looked && <Body hookId={hookId} id={looked} onClose={() => look(null)} />}
    </section>
  )
}

interface RowProps {
  delivery: Delivery
  busy: boolean
  onLook: () => void
  onAgain: () => void
}

function Row({ delivery, busy, onLook, onAgain }: RowProps) {
  const { state = 'pending', attempts = 0, next_at: next = 0, event, run_id: run } = delivery
  return (
    <tr className={ROW}>
      <Cell>
        <StatusWord tone={TONE[state]}>{t(`webhooks.delivery.${state}`)}</StatusWord>
      </Cell>
      <Cell grow>
        <button type="button" onClick={onLook} className="block max-w-full truncate text-left font-mono text-xs hover:text-accent">
          {event}
        </button>
        {run && (
          <Link to={paths.run(run)} className="text-xs text-ink-3 hover:text-ink hover:underline">
            {t('op.run')}
          </Link>
        )}
      </Cell>
      <Cell wide className="text-xs text-ink-2">
        {answerOf(delivery)}
      </Cell>
      <Cell right>
        {attempts}
        {state === 'pending' && attempts > 0 && next > 0 && (
          <span className="block text-xs text-ink-3">
            {t('webhooks.next')} <Time at={next} />
          </span>
        )}
      </Cell>
      <Cell right className="text-ink-3">
        <Time at={delivery.created_at} />
      </Cell>
      <Cell right>
        {state !== 'pending' && (
          <Button small variant="quiet" disabledReason={busy && t('ui.loading')} onClick={onAgain}>
            {t('webhooks.redeliver')}
          </Button>
        )}
      </Cell>
    </tr>
  )
}

/** What the receiver said last. */
function answerOf({ status = 0, error = '' }: Delivery): string {
  return [status ? t('webhooks.status', { n: status }) : '', error.replaceAll('_', ' ')].filter(Boolean).join(' · ') || '–'
}

function Body({ hookId, id, onClose }: { hookId: string; id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(deliveryQuery(hookId, id))
  return (
    <Dialog open wide onClose={onClose} title={data?.delivery.event ?? t('webhooks.event')} about={<code className="font-mono text-xs">{id}</code>}>
      {error && <ErrorOf error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading />}
      {data && (
        <div className="space-y-3">
          <p className="text-sm text-ink-2">
            {plural('webhooks.attempt.one', 'webhooks.attempt.many', data.delivery.attempts ?? 0)} · {answerOf(data.delivery)}
          </p>
          <JsonView value={data.body} label={t('webhooks.body')} />
        </div>
      )}
    </Dialog>
  )
}
