import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { copyText } from '@/lib/clipboard'
import { t } from '@/text/t'
import { IconButton } from '@/ui/IconButton'

const SHOWN_MS = 1_500

interface Props {
  /** The text, or how to make it: it may be long. */
  text: string | (() => string)
  label?: string
  className?: string
}

/** Copies, and says that it did. */
export function CopyButton({ text, label, className }: Props) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await copyText(typeof text === 'string' ? text : text())
    setDone(true)
    setTimeout(() => setDone(false), SHOWN_MS)
  }
  return (
    <IconButton
      small
      label={done ? t('ui.copied') : (label ?? t('ui.copy'))}
      icon={done ? <Check className="size-3.5" /> : <Copy className="size-3.5" />}
      onClick={() => void copy()}
      className={className}
    />
  )
}
