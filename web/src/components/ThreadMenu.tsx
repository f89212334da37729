import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState, type FormEvent } from 'react'

import { asProblem } from '@/api/problem'
import { deleteThread, renameThread } from '@/api/queries'
import { wordsOf } from '@/components/ErrorOf'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toasts'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { TextField } from '@/ui/Field'
import { IconButton } from '@/ui/IconButton'
import { Menu, MenuItem } from '@/ui/Menu'
import type { Thread } from '@/wire/schema.gen'

interface Props {
  thread: Thread
  className?: string
}

/** Rename and delete. */
export function ThreadMenu({ thread, className }: Props) {
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const title = thread.title || t('threads.untitled')
  return (
    <>
      <Menu
        label={t('threads.actions', { title })}
        trigger={(attributes) => (
          <IconButton
            small
            tooltip={false}
            {...attributes}
            label={t('threads.actions', { title })}
            icon={<Ellipsis className="size-4" />}
            className={className}
          />
        )}
      >
        <MenuItem icon={<Pencil className="size-4" />} onSelect={() => setOpen('rename')}>
          {t('threads.rename')}
        </MenuItem>
        <MenuItem danger icon={<Trash2 className="size-4" />} onSelect={() => setOpen('delete')}>
          {t('threads.delete')}
        </MenuItem>
      </Menu>
      {open === 'rename' && <Rename thread={thread} onClose={() => setOpen(null)} />}
      {open === 'delete' && <Delete thread={thread} title={title} onClose={() => setOpen(null)} />}
    </>
  )
}

function Rename({ thread, onClose }: { thread: Thread; onClose: () => void }) {
  const client = useQueryClient()
  const [title, setTitle] = useState(thread.title ?? '')
  const { busy, error, run } = useOnce(onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(() => renameThread(client, thread.id, title.trim()))
  }
  return (
    <Dialog open onClose={onClose} title={t('threads.rename.title')}>
      <form onSubmit={submit}>
        <TextField
          label={t('threads.rename.label')}
          value={title}
          maxLength={200}
          error={error}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div className="mt-4 flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('threads.rename.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Delete({ thread, title, onClose }: { thread: Thread; title: string; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const here = useRouterState({ select: (state) => state.location.pathname })
  const { busy, error, run } = useOnce(onClose)
  const remove = async () => {
    await deleteThread(client, thread.id)
    toast(t('threads.deleted'))
    if (here === paths.chat(thread.agent, thread.id)) await navigate({ to: paths.home })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('threads.delete.title')}
      about={t('threads.delete.text', { title })}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="danger-outline" busy={busy} onClick={() => void run(remove)}>
            {t('threads.delete.yes')}
          </Button>
        </>
      }
    >
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </Dialog>
  )
}

/** One attempt at a time; what went wrong in words; done when it went well. */
function useOnce(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
      onDone()
    } catch (caught) {
      setError(wordsOf(asProblem(caught)))
      setBusy(false)
    }
  }
  return { busy, error, run }
}
