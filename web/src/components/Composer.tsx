import { ArrowUp, Paperclip, Square } from 'lucide-react'
import type { FileUIPart } from 'ai'
import { memo, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent, type Ref } from 'react'

import { FileChip } from '@/components/FileChip'
import { attach, MOST_BYTES, sizeOf } from '@/lib/files'
import { bytes } from '@/lib/format'
import type { Draft } from '@/lib/pending'
import { toast } from '@/lib/toasts'
import { t } from '@/text/t'
import { IconButton } from '@/ui/IconButton'

interface Props {
  agent: string
  text: string
  onWrite: (text: string) => void
  onSend: (draft: Draft) => void
  /** There while something is written that can be stopped. */
  onStop?: (() => void) | undefined
  /** Where there is a keyboard; on a phone it would cover half of the page. */
  autoFocus?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

const KEYBOARD = matchMedia('(pointer: fine)').matches

/** Where a message is written. Enter sends, Shift+Enter begins a line. */
export const Composer = memo(function Composer({ agent, text, onWrite, onSend, onStop, autoFocus, ref }: Props) {
  const [files, setFiles] = useState<FileUIPart[]>([])
  const picker = useRef<HTMLInputElement>(null)
  const empty = !text.trim() && files.length === 0

  const send = () => {
    if (empty || onStop) return
    onSend({ text: text.trim(), files })
    onWrite('')
    setFiles([])
  }
  const take = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return
    const found = await attach(chosen, files.reduce((sum, file) => sum + sizeOf(file), 0))
    setFiles([...files, ...found.files])
    for (const name of found.tooLarge) toast(t('chat.attach.large', { name, most: bytes(MOST_BYTES) }), 'bad')
    for (const name of found.unreadable) toast(t('chat.attach.unreadable', { name }), 'bad')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter takes its suggestion.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return
    event.preventDefault()
    void take([...event.clipboardData.files])
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    void take([...event.dataTransfer.files])
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDrop}
      className="rounded-lg border border-line-control bg-ground focus-within:border-accent"
    >
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-1.5 px-2.5 pt-2.5">
          {files.map((file, place) => (
            <li key={`${place} ${file.filename}`}>
              <FileChip file={file} onRemove={() => setFiles(files.filter((one) => one !== file))} />
            </li>
          ))}
        </ul>
      )}
      <textarea
        ref={ref}
        rows={1}
        autoFocus={autoFocus && KEYBOARD}
        value={text}
        aria-label={t('chat.composer', { agent })}
        placeholder={t('chat.placeholder', { agent })}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="field-sizing-content block max-h-60 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-read text-ink outline-none placeholder:text-ink-3"
      />
      <div className="flex items-center gap-1 px-1.5 pb-1.5">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void take([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <IconButton label={t('chat.attach')} icon={<Paperclip className="size-4" />} onClick={() => picker.current?.click()} />
        <span className="min-w-0 flex-1 truncate px-1 text-xs text-ink-3 max-sm:invisible">{t('chat.keys')}</span>
        {onStop ? (
          <IconButton
            label={t('chat.stop')}
            icon={<Square className="size-3.5 fill-current" />}
            onClick={onStop}
            className="border border-line-strong text-ink"
          />
        ) : (
          <IconButton
            type="submit"
            label={t('chat.send')}
            disabledReason={empty && t('chat.send.empty')}
            icon={<ArrowUp className="size-4" />}
            className="bg-accent-fill text-on-accent hover:bg-accent-fill-hover hover:text-on-accent aria-disabled:bg-press aria-disabled:text-ink-3"
          />
        )}
      </div>
    </form>
  )
})
