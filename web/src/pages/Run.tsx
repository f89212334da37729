import { Page } from '@/components/Page'
import { t } from '@/text/t'

export default function Run() {
  return <Page title={t('nav.runs')}>{null}</Page>
}
