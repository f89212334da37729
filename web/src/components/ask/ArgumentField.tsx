import type { FaultWord, FormField } from '@/run/form'
import { t } from '@/text/t'
import { TextArea, TextField } from '@/ui/Field'
import { Select } from '@/ui/Select'
import { Switch } from '@/ui/Switch'

interface Props {
  field: FormField
  draft: string
  fault: FaultWord | undefined
  onWrite: (draft: string) => void
}

/** One argument, in the field that its schema asks for. */
export function ArgumentField({ field, draft, fault, onWrite }: Props) {
  const label = field.required ? field.name : `${field.name} (${t('ask.optional')})`
  const common = { label, hint: field.hint || undefined, error: fault && wordsOf(fault) }
  switch (field.kind) {
    case 'boolean':
      return (
        <div>
          <Switch label={label} checked={draft === 'true'} onChange={(on) => onWrite(String(on))} />
          <Below hint={common.hint} error={common.error} />
        </div>
      )
    case 'choice':
      return (
        <div>
          <Select label={label} value={draft} options={choicesOf(field)} onChoose={onWrite} />
          <Below hint={common.hint} error={common.error} />
        </div>
      )
    case 'text':
    case 'json':
      return (
        <TextArea
          {...common}
          value={draft}
          spellCheck={field.kind === 'text'}
          onChange={(event) => onWrite(event.target.value)}
          className={field.kind === 'json' ? 'font-mono text-xs' : undefined}
        />
      )
    case 'line':
    case 'number':
      return (
        <TextField
          {...common}
          value={draft}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          onChange={(event) => onWrite(event.target.value)}
        />
      )
  }
}

function Below({ hint, error }: { hint: string | undefined; error: string | undefined }) {
  if (error) {
    return (
      <p role="alert" className="mt-1 text-xs text-bad">
        {error}
      </p>
    )
  }
  return hint ? <p className="mt-1 text-xs text-ink-3">{hint}</p> : null
}

function choicesOf({ options, required }: FormField) {
  const listed = options.map((value) => ({ value, label: value }))
  return required ? listed : [{ value: '', label: t('ask.unset') }, ...listed]
}

function wordsOf(fault: FaultWord): string {
  return typeof fault === 'object' ? t('ask.fault.server', { expected: fault.server }) : t(`ask.fault.${fault}`)
}
