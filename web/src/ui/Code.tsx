import { useState } from 'react'

import { cx } from '@/lib/class'
import { cut } from '@/lib/format'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { Visible } from '@/ui/Visible'

const MOST = 4_000

interface Props {
  text: string
  label?: string
  /** How many characters are put into the page before somebody asks for all. */
  most?: number
  className?: string
}

/** Preformatted text with a copy button; long text is cut in the page, and whole on demand. */
export function Code({ text, label, most = MOST, className }: Props) {
  const [whole, setWhole] = useState(false)
  const long = text.length > most
  return (
    <div className={cx('group relative rounded-md bg-sunken', className)}>
      <pre
        // A scrolling region must be reachable by keyboard.
        tabIndex={0}
        role="group"
        aria-label={label ?? t('chat.code')}
        className="max-h-96 overflow-auto py-2 pr-10 pl-3 font-mono text-xs leading-5 whitespace-pre-wrap [overflow-wrap:anywhere]"
      >
        <Visible text={whole ? text : cut(text, most)} />
      </pre>
      <CopyButton text={text} className="absolute top-1 right-1 bg-sunken" />
      {long && (
        <div className="px-1.5 pb-1.5">
          <Button small variant="quiet" onClick={() => setWhole(!whole)}>
            {whole ? t('ui.show.less') : t('ui.show.all', { n: text.length })}
          </Button>
        </div>
      )}
    </div>
  )
}
