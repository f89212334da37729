import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'

/** A page that could not be shown: a chunk that is gone, or a fault of ours. */
export function PageError() {
  return (
    <Empty
      whole
      title={t('error.page.title')}
      text={t('error.page.text')}
      action={<Button onClick={() => location.reload()}>{t('error.page.reload')}</Button>}
    />
  )
}
