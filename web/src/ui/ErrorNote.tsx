import type { ReactNode } from 'react'

import { cx } from '@/lib/class'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { StatusShape } from '@/ui/StatusWord'

interface Props {
  title?: string
  /** What to do next. */
  text: ReactNode
  onRetry?: (() => void) | undefined
  retryLabel?: string
  className?: string
}

/** Something failed, and what to do about it. */
export function ErrorNote({ title, text, onRetry, retryLabel, className }: Props) {
  return (
    <div
      role="alert"
      className={cx('flex items-start gap-2.5 rounded-lg border border-bad-line bg-bad-soft px-3 py-2.5', className)}
    >
      <StatusShape tone="bad" className="mt-1" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium text-bad">{title ?? t('error.title')}</p>
        <p className="text-ink-2 [overflow-wrap:anywhere]">{text}</p>
      </div>
      {onRetry && (
        <Button small onClick={onRetry}>
          {retryLabel ?? t('error.retry')}
        </Button>
      )}
    </div>
  )
}
