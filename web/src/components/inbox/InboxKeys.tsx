import { t } from '@/text/t'
import { Kbd } from '@/ui/Kbd'

/** Which keys there are. */
export function InboxKeys() {
  return (
    <ul aria-label={t('inbox.keys')} className="hidden items-center gap-x-4 text-xs text-ink-3 lg:flex">
      <li className="flex items-center gap-1.5">
        <Kbd>J</Kbd>
        <Kbd>K</Kbd> {t('inbox.keys.move')}
      </li>
      <li className="flex items-center gap-1.5">
        <Kbd>↵</Kbd> {t('inbox.keys.open')}
      </li>
      <li className="flex items-center gap-1.5">
        <Kbd>A</Kbd>
        <Kbd>Y</Kbd> {t('inbox.keys.approve')}
      </li>
    </ul>
  )
}
