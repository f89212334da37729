import { t } from '@/text/t'
import { Spinner } from '@/ui/Spinner'

/** Shown only when a page takes noticeably long. */
export function PageLoading() {
  return (
    <div role="status" className="flex h-full items-center justify-center gap-2 text-sm text-ink-3">
      <Spinner />
      {t('ui.loading')}
    </div>
  )
}
