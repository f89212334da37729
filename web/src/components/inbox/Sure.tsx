import { AskFrame } from '@/components/ask/AskFrame'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { JsonView } from '@/ui/JsonView'
import { Kbd } from '@/ui/Kbd'
import type { QuestionView } from '@/wire/schema.gen'

interface Props {
  question: QuestionView
  onYes: () => void
  onNo: () => void
}

/**
 * The second step of approving by keyboard. It stands in for the card, so that what is approved is
 * what is shown, and no half-made edit. Enter does nothing: no button here has the focus.
 */
export function Sure({ question, onYes, onNo }: Props) {
  return (
    <AskFrame question={question}>
      <JsonView value={question.interrupt.arguments ?? null} raw={question.shown} label={t('inbox.arguments')} />
      <div role="status" className="space-y-3">
        <p className="text-sm font-medium">{t('inbox.sure.approve')}</p>
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={onYes}>
            {t('inbox.sure.yes')} <Kbd>Y</Kbd>
          </Button>
          <Button variant="quiet" onClick={onNo}>
            {t('ui.cancel')} <Kbd>Esc</Kbd>
          </Button>
        </div>
      </div>
    </AskFrame>
  )
}
