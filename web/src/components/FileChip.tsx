import { File, X } from 'lucide-react'
import type { FileUIPart } from 'ai'

import { sizeOf } from '@/lib/files'
import { bytes } from '@/lib/format'
import { t } from '@/text/t'
import { IconButton } from '@/ui/IconButton'
import { Visible } from '@/ui/Visible'

interface Props {
  file: FileUIPart
  onRemove?: () => void
}

/** An attached file. Pictures are shown from what was attached, never from an address. */
export function FileChip({ file, onRemove }: Props) {
  const name = file.filename || t('chat.attachment')
  const picture = /^data:image\/(png|jpeg|gif|webp);/.test(file.url)
  return (
    <span className="inline-flex h-9 max-w-64 items-center gap-2 rounded-md border border-line bg-raised pr-2.5 pl-1.5 text-xs has-[button]:pr-1">
      {picture ? (
        <img src={file.url} alt="" className="size-6 rounded-sm object-cover" />
      ) : (
        <File aria-hidden="true" className="ml-0.5 size-4 shrink-0 text-ink-3" />
      )}
      <span className="truncate">
        <Visible text={name} form="line" />
      </span>
      <span className="text-ink-3">{bytes(sizeOf(file))}</span>
      {onRemove && (
        <IconButton
          small
          tooltip={false}
          label={t('chat.attach.remove', { name })}
          icon={<X className="size-3.5" />}
          onClick={onRemove}
          className="size-6"
        />
      )}
    </span>
  )
}
