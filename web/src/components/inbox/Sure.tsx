import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Kbd } from '@/ui/Kbd'

interface Props {
  onYes: () => void
  onNo: () => void
}

/** The second step of approving by keyboard. Enter does nothing: no button here has the focus. */
export function Sure({ onYes, onNo }: Props) {
  return (
    <div role="status" className="rounded-lg border border-wait-line bg-wait-soft p-3">
      <p className="text-sm font-medium">{t('inbox.sure.approve')}</p>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button onClick={onYes}>
          {t('inbox.sure.yes')} <Kbd>Y</Kbd>
        </Button>
        <Button variant="quiet" onClick={onNo}>
          {t('ui.cancel')} <Kbd>Esc</Kbd>
        </Button>
      </div>
    </div>
  )
}
