import { Page } from '@/components/Page'
import { t } from '@/text/t'

export default function Threads() {
  return <Page title={t('threads.title')}>{null}</Page>
}
