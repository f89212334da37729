import { Link } from '@tanstack/react-router'

import { paths } from '@/lib/paths'
import { t } from '@/text/t'
import { Empty } from '@/ui/Empty'

/** No such address. */
export function Missing() {
  return (
    <Empty
      whole
      title={t('missing.title')}
      text={t('missing.text')}
      action={
        <Link to={paths.home} className="text-sm text-accent underline underline-offset-2">
          {t('missing.home')}
        </Link>
      }
    />
  )
}
