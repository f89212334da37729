import { useState } from 'react'

import { cx } from '@/lib/class'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Code } from '@/ui/Code'
import { JsonValue, type JsonData } from '@/ui/JsonValue'

interface Props {
  value: JsonData
  /** What the value is, for the reader and for assistive technology. */
  label: string
  /** The raw text, when it is not simply the value: canonical JSON from the server, for example. */
  raw?: string
  className?: string
}

/** A value in a readable form: keys and values aligned, nothing hidden; the raw JSON behind it. */
export function JsonView({ value, label, raw, className }: Props) {
  const [shown, setShown] = useState<'readable' | 'raw'>('readable')
  const simple = typeof value !== 'object' || value === null
  return (
    <div role="group" aria-label={label} className={cx('min-w-0', className)}>
      {shown === 'readable' ? <JsonValue value={value} /> : <Code text={raw ?? JSON.stringify(value, null, 2)} label={label} />}
      {!simple && (
        <Button
          small
          variant="quiet"
          className="mt-1 -ml-2 text-ink-3"
          onClick={() => setShown(shown === 'raw' ? 'readable' : 'raw')}
        >
          {shown === 'raw' ? t('ui.readable') : t('ui.raw')}
        </Button>
      )}
    </div>
  )
}
