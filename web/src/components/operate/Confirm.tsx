import type { ReactNode } from 'react'

import { ErrorOf } from '@/components/ErrorOf'
import { useAct } from '@/hooks/useAct'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'

interface Props {
  title: string
  about: ReactNode
  yes: string
  /** Which queries it changes. */
  changes: string
  onYes: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something that can't be taken back. */
export function Confirm({ title, about, yes, changes, onYes, onClose }: Props) {
  const { busy, problem, act } = useAct(changes, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      about={about}
      actions={
        <>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button variant="danger-outline" busy={busy} onClick={() => void act(onYes)}>
            {yes}
          </Button>
        </>
      }
    >
      {problem && <ErrorOf error={problem} />}
    </Dialog>
  )
}
