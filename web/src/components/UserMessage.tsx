import { Pencil } from 'lucide-react'
import { memo, useState, type FormEvent } from 'react'

import { useChatActions } from '@/components/chatActions'
import { FileChip } from '@/components/FileChip'
import { filesOf, textOf } from '@/run/exchange'
import type { ChatMessage } from '@/run/message'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { TextArea } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'

/** What a person said, and a way to say it otherwise. */
export const UserMessage = memo(function UserMessage({ message }: { message: ChatMessage }) {
  const [editing, setEditing] = useState(false)
  const text = textOf(message)
  const files = filesOf(message)
  if (editing) return <Editor message={message} onClose={() => setEditing(false)} />
  return (
    <div className="group flex flex-col items-end gap-1">
      {files.length > 0 && (
        <ul className="flex flex-wrap justify-end gap-1.5">
          {files.map((file, place) => (
            <li key={place}>
              <FileChip file={file} />
            </li>
          ))}
        </ul>
      )}
      {text && (
        <div className="max-w-[85%] rounded-lg bg-sunken px-3.5 py-2 text-read whitespace-pre-wrap [overflow-wrap:anywhere]">
          <span className="sr-only">{t('chat.you')}: </span>
          {text}
        </div>
      )}
      <div className="flex h-7 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
        <CopyButton text={text} label={t('chat.copy.message')} />
        <IconButton small label={t('chat.edit')} icon={<Pencil className="size-3.5" />} onClick={() => setEditing(true)} />
      </div>
    </div>
  )
})

function Editor({ message, onClose }: { message: ChatMessage; onClose: () => void }) {
  const { edit, busy } = useChatActions()
  const [text, setText] = useState(textOf(message))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    edit(message, text.trim())
    onClose()
  }
  return (
    <form onSubmit={submit} className="pt-1 pb-4">
      <TextArea
        label={t('chat.edit.label')}
        labelHidden
        hint={t('chat.edit.hint')}
        value={text}
        autoFocus
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
        className="text-read"
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button small onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button
          small
          type="submit"
          variant="primary"
          disabledReason={busy ? t('chat.send.busy') : !text.trim() && t('chat.send.empty')}
        >
          {t('chat.edit.send')}
        </Button>
      </div>
    </form>
  )
}
