import { FileText, Info } from 'lucide-react'
import { useState } from 'react'

import type { Note } from '@/run/blocks'
import { t } from '@/text/t'
import { Code } from '@/ui/Code'
import { Fold } from '@/ui/Fold'
import { Visible } from '@/ui/Visible'

/** A remark of the server. */
export function NoteLine({ note }: { note: Note }) {
  return (
    <p className="flex items-start gap-2 text-sm text-ink-2 [overflow-wrap:anywhere]">
      <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <span className="min-w-0">
        <Visible text={note.text} />
      </span>
    </p>
  )
}

/** Something that this page has no form for: neutral, and whole on demand. */
export function UnknownBlock({ type, value }: { type: string; value: unknown }) {
  const [open, setOpen] = useState(false)
  return (
    <Fold
      open={open}
      onToggle={() => setOpen(!open)}
      className="rounded-lg border border-dashed border-line-strong"
      headClass="px-3 py-1.5 text-ink-3"
      bodyClass="px-3 pb-3"
      head={
        <span className="min-w-0 flex-1 truncate">
          <Visible text={t('unknown.title', { type })} form="line" />
        </span>
      }
    >
      <Code text={JSON.stringify(value, null, 2)} label={type} />
    </Fold>
  )
}

/** A file that came with an answer. Only inline ones: an address elsewhere is never loaded. */
export function FileBlock({ name, mediaType, url }: { name: string; mediaType: string; url: string }) {
  if (!url.startsWith('data:')) return <UnknownBlock type="file" value={{ name, mediaType, url }} />
  if (/^image\/(png|jpeg|gif|webp)$/.test(mediaType)) {
    return <img src={url} alt={name} className="max-h-96 max-w-full rounded-lg border border-line" />
  }
  const shown = name || t('file.unnamed')
  return (
    <a
      href={url}
      download={shown}
      className="inline-flex h-8 max-w-full items-center gap-2 rounded-md border border-line-strong px-3 text-sm hover:bg-hover"
    >
      <FileText aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <span className="truncate">
        <Visible text={t('file.open', { name: shown })} form="line" />
      </span>
    </a>
  )
}
