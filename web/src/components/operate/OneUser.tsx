import { UserRound } from 'lucide-react'

import { t } from '@/text/t'
import { Empty } from '@/ui/Empty'

/** What a server without accounts says where accounts would be. */
export function OneUser() {
  return (
    <Empty
      icon={<UserRound className="size-6" />}
      title={t('access.local')}
      text={
        <>
          {t('access.local.text')} <code className="font-mono text-xs whitespace-nowrap">INTERLOCK_AUTH=server</code>
        </>
      }
    />
  )
}
