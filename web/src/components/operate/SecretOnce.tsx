import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { Dialog } from '@/ui/Dialog'

interface Props {
  title: string
  about: string
  secret: string
  onClose: () => void
}

/** A secret, the one time that it is shown. */
export function SecretOnce({ title, about, secret, onClose }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      about={about}
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('op.secret.kept')}
        </Button>
      }
    >
      <div className="flex items-start gap-1 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 py-1 font-mono text-sm break-all select-all">{secret}</code>
        <CopyButton text={secret} label={t('op.secret.copy')} />
      </div>
      <p className="mt-2 text-xs text-wait">{t('op.secret.once')}</p>
    </Dialog>
  )
}
