import { Page } from '@/components/Page'
import { t } from '@/text/t'

export default function Runs() {
  return <Page title={t('nav.runs')}>{null}</Page>
}
