import { Search } from 'lucide-react'

import { choices, type Filter } from '@/run/question'
import { t } from '@/text/t'
import { TextField } from '@/ui/Field'
import { Select } from '@/ui/Select'
import type { QuestionView } from '@/wire/schema.gen'

type Field = 'kind' | 'tool' | 'agent'

interface Props {
  questions: readonly QuestionView[]
  filter: Filter
  onChange: (change: Filter) => void
}

const FIELDS: Field[] = ['kind', 'tool', 'agent']

/** Narrows the list. A choice is offered only where there is one. */
export function InboxFilter({ questions, filter, onChange }: Props) {
  const offered = FIELDS.map((field) => ({ field, values: choices(questions, field) })).filter(
    ({ field, values }) => values.length > 1 || filter[field],
  )
  return (
    <search className="block space-y-2 border-b border-line p-3">
      <div className="relative">
        <Search aria-hidden="true" className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-3" />
        <TextField
          type="search"
          label={t('inbox.filter.text')}
          labelHidden
          placeholder={t('inbox.filter.text')}
          value={filter.text ?? ''}
          onChange={(event) => onChange({ text: event.target.value })}
          className="pl-8"
        />
      </div>
      {offered.length > 0 && (
        <div className="flex gap-2">
          {offered.map(({ field, values }) => (
            <Select
              key={field}
              label={t(`inbox.filter.${field}`)}
              labelHidden
              className="min-w-0 flex-1"
              value={filter[field] ?? ''}
              options={[
                { value: '', label: t(`inbox.filter.${field}.all`) },
                ...values.map((value) => ({ value, label: labelOf(field, value) })),
              ]}
              onChoose={(value) => onChange({ [field]: value })}
            />
          ))}
        </div>
      )}
    </search>
  )
}

function labelOf(field: Field, value: string): string {
  if (field !== 'kind') return value
  return value === 'approval' || value === 'input' || value === 'brake' || value === 'indeterminate'
    ? t(`inbox.kind.${value}`)
    : value
}
