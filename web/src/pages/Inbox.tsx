import { Page } from '@/components/Page'
import { t } from '@/text/t'

export default function Inbox() {
  return <Page title={t('nav.inbox')}>{null}</Page>
}
