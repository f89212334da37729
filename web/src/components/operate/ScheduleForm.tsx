import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { editSchedule, hooksQuery, makeSchedule, meQuery } from '@/api/operate'
import { agentsQuery } from '@/api/queries'
import { ErrorOf } from '@/components/ErrorOf'
import { ComingTimes } from '@/components/operate/ComingTimes'
import { WhenFields } from '@/components/operate/WhenFields'
import { useAct } from '@/hooks/useAct'
import { ownZone } from '@/lib/zone'
import { draftOf, formOf, freshDraft, isAskable, type Draft } from '@/run/timing'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { TextArea, TextField } from '@/ui/Field'
import { Select } from '@/ui/Select'
import type { Schedule } from '@/wire/schema.gen'

interface Props {
  /** What is to be changed; null makes a new one. */
  schedule: Schedule | null
  onClose: () => void
}

const MISSED = ['once', 'all', 'skip'] as const
const OVERLAP = ['skip', 'queue', 'allow'] as const

/** What an agent is told, and when. */
export function ScheduleForm({ schedule, onClose }: Props) {
  const { data: agents = [] } = useQuery(agentsQuery)
  const [draft, setDraft] = useState(() => (schedule ? draftOf(schedule, ownZone()) : freshDraft(agents[0]?.name ?? '', ownZone())))
  const { busy, problem, act } = useAct('schedules', onClose)
  const change = (more: Partial<Draft>) => setDraft((before) => ({ ...before, ...more }))
  const ready = draft.name.trim() !== '' && draft.message.trim() !== '' && isAskable(draft)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!ready) return
    void act(() => (schedule ? editSchedule(schedule.id, formOf(draft)) : makeSchedule(formOf(draft))))
  }
  return (
    <Dialog open wide onClose={onClose} title={t(schedule ? 'schedules.edit' : 'schedules.new')}>
      <form onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={t('op.name')} value={draft.name} maxLength={100} autoFocus onChange={(event) => change({ name: event.target.value })} />
          <Select
            label={t('nav.agent')}
            value={draft.agent}
            options={agents.map(({ name }) => ({ value: name, label: name }))}
            onChoose={(agent) => change({ agent })}
          />
        </div>
        <TextArea label={t('schedules.message')} hint={t('schedules.message.hint')} value={draft.message} onChange={(event) => change({ message: event.target.value })} />
        <WhenFields draft={draft} onChange={change} />
        <ComingTimes draft={draft} />
        <More draft={draft} onChange={change} />
        {problem && <ErrorOf error={problem} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabledReason={!ready && t('op.incomplete')}>
            {t(schedule ? 'op.save' : 'schedules.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What happens when a time was missed, or comes too early; and who hears of the result. */
function More({ draft, onChange }: { draft: Draft; onChange: (more: Partial<Draft>) => void }) {
  const { data: me } = useQuery(meQuery)
  const { data: hooks = [] } = useQuery({ ...hooksQuery, enabled: me?.roles.includes('admin') ?? false })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t('schedules.missed')}
        value={draft.missed}
        options={MISSED.map((value) => ({ value, label: t(`schedules.missed.${value}`) }))}
        onChoose={(value) => onChange({ missed: MISSED.find((one) => one === value) ?? 'once' })}
      />
      <Select
        label={t('schedules.overlap')}
        value={draft.overlap}
        options={OVERLAP.map((value) => ({ value, label: t(`schedules.overlap.${value}`) }))}
        onChoose={(value) => onChange({ overlap: OVERLAP.find((one) => one === value) ?? 'skip' })}
      />
      {hooks.length > 0 && (
        <Select
          label={t('schedules.hook')}
          value={draft.hook}
          options={[{ value: '', label: t('schedules.hook.none') }, ...hooks.map(({ id, name }) => ({ value: id, label: name }))]}
          onChoose={(hook) => onChange({ hook })}
        />
      )}
    </div>
  )
}
