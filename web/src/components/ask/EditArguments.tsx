import { useState } from 'react'

import { ArgumentField } from '@/components/ask/ArgumentField'
import { Changes } from '@/components/ask/Changes'
import { argumentsOf, draftsOf, fieldsOf, readJson, serverFaults, type Drafts } from '@/run/form'
import { changesOf } from '@/run/diff'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { TextArea } from '@/ui/Field'
import type { Json } from '@/wire/schema.gen'

/** Other arguments; `sound` says that they can be read. */
export interface Edit {
  value: Json
  sound: boolean
}

interface Props {
  schema: Json | undefined
  before: Json | undefined
  edit: Edit
  onEdit: (edit: Edit) => void
  /** The server's, from its last refusal. */
  faults: unknown
}

/** The arguments as a form, or as JSON; and what is different. */
export function EditArguments({ schema, before, edit, onEdit, faults }: Props) {
  // What the form began with: the arguments, or what was last written as JSON.
  const [base, setBase] = useState(before)
  const fields = fieldsOf(schema, base)
  const [drafts, setDrafts] = useState<Drafts>(() => draftsOf(fields, base))
  const [raw, setRaw] = useState<string | null>(null)
  const told = serverFaults(faults, fields)
  const own = argumentsOf(fields, drafts, base).faults
  const write = (name: string, draft: string) => {
    const next = { ...drafts, [name]: draft }
    setDrafts(next)
    const read = argumentsOf(fields, next, base)
    onEdit({ value: read.value, sound: Object.keys(read.faults).length === 0 })
  }
  const writeRaw = (text: string) => {
    setRaw(text)
    const value = readJson(text)
    onEdit({ value: value ?? edit.value, sound: value !== undefined })
  }
  const toForm = () => {
    setRaw(null)
    setBase(edit.value)
    setDrafts(draftsOf(fieldsOf(schema, edit.value), edit.value))
  }
  const toRaw = () => writeRaw(JSON.stringify(edit.value, null, 2))
  const general = told['']
  return (
    <section className="space-y-3 rounded-md border border-line bg-sunken p-3">
      {raw === null ? (
        fields.map((field) => (
          <ArgumentField
            key={field.name}
            field={field}
            draft={drafts[field.name] ?? ''}
            fault={own[field.name] ?? told[field.name]}
            onWrite={(draft) => write(field.name, draft)}
          />
        ))
      ) : (
        <TextArea
          label={t('ask.edit.json')}
          spellCheck={false}
          rows={8}
          value={raw}
          error={edit.sound ? undefined : t('ask.edit.bad')}
          onChange={(event) => writeRaw(event.target.value)}
          className="font-mono text-xs"
        />
      )}
      {typeof general === 'object' && (
        <p role="alert" className="text-xs text-bad">
          {t('ask.fault.server', { expected: general.server })}
        </p>
      )}
      <Button
        small
        variant="quiet"
        className="-ml-2"
        disabledReason={raw !== null && !edit.sound && t('ask.edit.bad')}
        onClick={raw === null ? toRaw : toForm}
      >
        {raw === null ? t('ask.edit.raw') : t('ask.edit.form')}
      </Button>
      {edit.sound && changesOf(before, edit.value).length > 0 && (
        <div className="border-t border-line pt-3">
          <p className="mb-1.5 text-xs font-medium text-ink-3">{t('ask.changes')}</p>
          <Changes before={before} after={edit.value} />
        </div>
      )}
    </section>
  )
}
