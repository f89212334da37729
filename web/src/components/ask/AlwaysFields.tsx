import type { Always, Scope } from '@/run/always'
import { openable } from '@/run/always'
import { t } from '@/text/t'
import { TextField } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'
import type { Json } from '@/wire/schema.gen'

interface Props {
  given: Json | undefined
  always: Always
  onChange: (always: Always) => void
}

const DAYS = [1, 7, 30]

/** How far a standing yes goes: argument by argument, for some days. It begins as narrow as can be. */
export function AlwaysFields({ given, always, onChange }: Props) {
  const choose = (field: string, scope: Scope) => onChange({ ...always, scopes: { ...always.scopes, [field]: scope } })
  return (
    <fieldset className="space-y-3 rounded-md border border-wait-line bg-wait-soft px-3 py-3">
      <legend className="sr-only">{t('ask.always')}</legend>
      <p className="text-sm">{t('ask.always.text')}</p>
      {openable(given).map(({ field, scopes }) => (
        <div key={field} className="grid items-end gap-2 sm:grid-cols-2">
          <Select
            label={field}
            value={always.scopes[field] ?? 'equals'}
            options={scopes.map((value) => ({ value, label: t(`ask.always.${value}`) }))}
            onChoose={(value) => choose(field, scopes.find((one) => one === value) ?? 'equals')}
          />
          {always.scopes[field] === 'prefix' && (
            <TextField
              label={t('ask.always.begins', { field })}
              spellCheck={false}
              value={always.prefixes[field] ?? ''}
              onChange={(event) => onChange({ ...always, prefixes: { ...always.prefixes, [field]: event.target.value } })}
            />
          )}
        </div>
      ))}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
        <Select
          label={t('ask.always.days')}
          value={String(always.days)}
          options={DAYS.map((n) => ({ value: String(n), label: t(n === 1 ? 'ask.always.day' : 'ask.always.days.n', { n }) }))}
          onChoose={(value) => onChange({ ...always, days: Number(value) })}
        />
        <Switch label={t('ask.always.thread')} checked={always.thisThread} onChange={(thisThread) => onChange({ ...always, thisThread })} />
      </div>
    </fieldset>
  )
}
