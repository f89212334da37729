import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { editHook, makeHook } from '@/api/operate'
import { agentsQuery } from '@/api/queries'
import { ErrorOf } from '@/components/ErrorOf'
import { Checks } from '@/components/operate/Checks'
import { useAct } from '@/hooks/useAct'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { TextField } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import type { Hook, HookForm as Form, MadeHook } from '@/wire/schema.gen'

interface Props {
  /** What is to be changed; null makes a new one. */
  hook: Hook | null
  onMade?: (made: MadeHook) => void
  onClose: () => void
}

const EVENTS: Form['events'] = [
  'interrupt.opened',
  'interrupt.decided',
  'interrupt.expired',
  'run.ended',
  'schedule.result',
  'quota.warning',
  'quota.exceeded',
]

/** Where notices go, and of what they tell. */
export function HookForm({ hook, onMade, onClose }: Props) {
  const { data: agents = [] } = useQuery(agentsQuery)
  const [form, setForm] = useState<Form>(() => formOf(hook))
  const { busy, problem, act } = useAct('webhooks')
  const change = (more: Partial<Form>) => setForm((before) => ({ ...before, ...more }))
  const ready = form.name.trim() !== '' && form.url.trim() !== '' && form.events.length > 0
  const save = async () => {
    const wanted = { ...form, name: form.name.trim(), url: form.url.trim() }
    if (hook) await editHook(hook.id, wanted)
    else onMade?.(await makeHook(wanted))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (ready && (await act(save))) onClose()
  }
  return (
    <Dialog open wide onClose={onClose} title={t(hook ? 'webhooks.edit' : 'webhooks.new')}>
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <TextField label={t('op.name')} value={form.name} maxLength={100} autoFocus onChange={(event) => change({ name: event.target.value })} />
        <TextField
          label={t('webhooks.url')}
          hint={t('webhooks.url.hint')}
          type="url"
          spellCheck={false}
          placeholder="https://"
          value={form.url}
          onChange={(event) => change({ url: event.target.value })}
        />
        <Checks
          label={t('webhooks.events')}
          options={EVENTS.map((value) => ({ value, label: t(`webhooks.event.${value}`) }))}
          chosen={form.events}
          onChange={(events) => change({ events })}
        />
        <Select
          label={t('webhooks.agent')}
          value={form.agent ?? ''}
          options={[{ value: '', label: t('webhooks.agent.all') }, ...agents.map(({ name }) => ({ value: name, label: name }))]}
          onChoose={(agent) => change({ agent })}
        />
        <Switch label={t('webhooks.details')} checked={form.details ?? false} onChange={(details) => change({ details })} />
        {problem && <ErrorOf error={problem} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabledReason={!ready && t('op.incomplete')}>
            {t(hook ? 'op.save' : 'webhooks.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function formOf(hook: Hook | null): Form {
  if (!hook) return { name: '', url: '', events: ['interrupt.opened', 'run.ended'], agent: '', details: false }
  const { name, url, events, agent, details } = hook
  return { name, url, events, agent, details }
}
