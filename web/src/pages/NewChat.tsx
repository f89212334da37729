import { Page } from '@/components/Page'
import { t } from '@/text/t'

export default function NewChat() {
  return <Page title={t('chat.title.new')}>{null}</Page>
}
