import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'

import { editHook, hookQuery, pingHook, removeHook, rotateHook } from '@/api/operate'
import { ErrorOf } from '@/components/ErrorOf'
import { Confirm } from '@/components/operate/Confirm'
import { Deliveries } from '@/components/operate/Deliveries'
import { Facts } from '@/components/operate/Facts'
import { HookForm } from '@/components/operate/HookForm'
import { HookState } from '@/components/operate/HookState'
import { SecretOnce } from '@/components/operate/SecretOnce'
import { Page } from '@/components/Page'
import { PageLoading } from '@/components/PageLoading'
import { useAct } from '@/hooks/useAct'
import { paths } from '@/lib/paths'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Hook, MadeHook } from '@/wire/schema.gen'

/** One webhook, and what was sent to it. */
export default function Webhook() {
  const { hookId } = useParams({ from: '/webhooks/$hookId' })
  const { data, error, refetch } = useQuery(hookQuery(hookId))
  return (
    <Page title={data?.name ?? t('webhooks.title')} actions={data && <Actions hook={data} />}>
      {error && <ErrorOf error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading />}
      {data && (
        <>
          <About hook={data} />
          <Deliveries hookId={data.id} />
        </>
      )}
    </Page>
  )
}

function Actions({ hook }: { hook: Hook }) {
  const [open, setOpen] = useState<'edit' | 'remove' | 'rotate' | null>(null)
  const [made, setMade] = useState<MadeHook | null>(null)
  const navigate = useNavigate()
  const { busy, problem, act } = useAct('webhooks')
  const close = () => setOpen(null)
  const remove = async () => {
    await removeHook(hook.id)
    await navigate({ to: paths.webhooks })
  }
  const off = Boolean(hook.disabled_at)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {problem && <ErrorOf error={problem} className="basis-full" />}
      <Button busy={busy} disabledReason={off && t('webhooks.off.why')} onClick={() => void act(() => pingHook(hook.id))}>
        {t('webhooks.ping')}
      </Button>
      <Button busy={busy} onClick={() => void act(() => editHook(hook.id, { enabled: off }))}>
        {t(off ? 'webhooks.enable' : 'webhooks.disable')}
      </Button>
      <Button onClick={() => setOpen('rotate')}>{t('webhooks.rotate')}</Button>
      <Button onClick={() => setOpen('edit')}>{t('op.edit')}</Button>
      <Button variant="danger-outline" onClick={() => setOpen('remove')}>
        {t('op.delete')}
      </Button>
      {open === 'edit' && <HookForm hook={hook} onClose={close} />}
      {open === 'rotate' && (
        <Confirm
          title={t('webhooks.rotate.title')}
          about={t('webhooks.rotate.text')}
          yes={t('webhooks.rotate')}
          changes="webhooks"
          onYes={async () => setMade(await rotateHook(hook.id))}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <Confirm
          title={t('webhooks.delete.title')}
          about={t('webhooks.delete.text', { name: hook.name })}
          yes={t('op.delete')}
          changes="webhooks"
          onYes={remove}
          onClose={close}
        />
      )}
      {made && (
        <SecretOnce title={t('webhooks.secret')} about={t('webhooks.secret.text', { name: hook.name })} secret={made.secret} onClose={() => setMade(null)} />
      )}
    </div>
  )
}

function About({ hook }: { hook: Hook }) {
  return (
    <div className="pb-8">
      <Facts
        facts={[
          [t('op.col.state'), <HookState key="state" hook={hook} />],
          [t('webhooks.off.because'), hook.disabled_at ? hook.disabled_why : ''],
          [t('webhooks.url'), <Visible key="url" text={hook.url} form="line" />],
          [t('webhooks.events'), hook.events.map((event) => t(`webhooks.event.${event}`)).join(' · ')],
          [t('nav.agent'), hook.agent || t('webhooks.agent.all')],
          [t('webhooks.content'), t(hook.details ? 'webhooks.content.all' : 'webhooks.content.bare')],
          [t('webhooks.rotated'), <Time key="rotated" at={hook.rotated_at} />],
          [t('op.by'), hook.user],
        ]}
      />
    </div>
  )
}
