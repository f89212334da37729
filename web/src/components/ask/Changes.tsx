import { changesOf, type Change } from '@/run/diff'
import { t } from '@/text/t'
import { JsonValue } from '@/ui/JsonValue'
import { Visible } from '@/ui/Visible'
import type { Json } from '@/wire/schema.gen'

interface Props {
  before: Json | undefined
  after: Json | undefined
}

/** What an edit changes: before and after, told by sign and word and not by colour alone. */
export function Changes({ before, after }: Props) {
  return (
    <ul className="space-y-2">
      {changesOf(before, after).map((change) => (
        <li key={change.name} className="min-w-0">
          {change.name && (
            <p className="mb-0.5 font-mono text-xs leading-5 text-ink-3 [overflow-wrap:anywhere]">
              <Visible text={change.name} form="line" />
            </p>
          )}
          <Side change={change} of="before" />
          <Side change={change} of="after" />
        </li>
      ))}
    </ul>
  )
}

function Side({ change, of }: { change: Change; of: 'before' | 'after' }) {
  const value = change[of]
  return (
    <div className="flex min-w-0 gap-2 rounded-sm bg-sunken px-2 py-0.5 not-last:mb-px">
      <span aria-hidden="true" className="w-2 shrink-0 font-mono text-xs leading-5 text-ink-3">
        {of === 'before' ? '−' : '+'}
      </span>
      <span className="sr-only">{t(`ask.${of}`)}:</span>
      <div className={of === 'before' ? 'min-w-0 text-ink-3 line-through decoration-1' : 'min-w-0 font-medium'}>
        {value === undefined ? <span className="text-sm italic">{t('ask.nothing')}</span> : <JsonValue value={value} depth={1} />}
      </div>
    </div>
  )
}
