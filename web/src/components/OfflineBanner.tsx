import { useReach } from '@/hooks/useReach'
import { t } from '@/text/t'
import { Spinner } from '@/ui/Spinner'

/** Says that the server does not answer, and that nothing is lost by it. */
export function OfflineBanner() {
  const reached = useReach()
  return (
    <div role="status">
      {!reached && (
        <div className="flex items-center gap-2 border-b border-wait-line bg-wait-soft px-4 py-2 text-sm">
          <Spinner className="text-wait" />
          <p className="min-w-0">
            <span className="font-medium text-wait">{t('offline.title')}</span>{' '}
            <span className="text-ink-2">{t('offline.text')}</span>
          </p>
        </div>
      )}
    </div>
  )
}
