import { UNITS, type Draft, type Kind } from '@/run/timing'
import { t } from '@/text/t'
import { TextField } from '@/ui/Field'
import { Select } from '@/ui/Select'

const KINDS: Kind[] = ['cron', 'every', 'at']

/** The three ways to say when. */
export function WhenFields({ draft, onChange }: { draft: Draft; onChange: (more: Partial<Draft>) => void }) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-3">
      <legend className="sr-only">{t('schedules.when')}</legend>
      <Select
        label={t('schedules.when')}
        value={draft.kind}
        options={KINDS.map((value) => ({ value, label: t(`schedules.kind.${value}`) }))}
        onChoose={(value) => onChange({ kind: KINDS.find((one) => one === value) ?? 'cron' })}
      />
      {draft.kind === 'cron' && (
        <>
          <TextField label={t('schedules.cron')} value={draft.cron} className="font-mono" spellCheck={false} onChange={(event) => onChange({ cron: event.target.value })} />
          <TextField label={t('schedules.zone')} value={draft.zone} spellCheck={false} onChange={(event) => onChange({ zone: event.target.value })} />
        </>
      )}
      {draft.kind === 'every' && (
        <>
          <TextField label={t('schedules.amount')} type="number" min={1} value={draft.amount} onChange={(event) => onChange({ amount: event.target.value })} />
          <Select
            label={t('schedules.unit')}
            value={draft.unit}
            options={UNITS.map(([value]) => ({ value, label: t(`schedules.unit.${value}`) }))}
            onChoose={(value) => onChange({ unit: UNITS.find(([one]) => one === value)?.[0] ?? 'hour' })}
          />
        </>
      )}
      {draft.kind === 'at' && (
        <TextField label={t('schedules.at')} type="datetime-local" value={draft.at} onChange={(event) => onChange({ at: event.target.value })} />
      )}
    </fieldset>
  )
}
