import { Page } from '@/components/Page'
import { t } from '@/text/t'

export default function Chat() {
  return <Page title={t('chat.title.new')}>{null}</Page>
}

export const later = () => import('@/components/Markdown')
