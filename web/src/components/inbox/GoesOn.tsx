import { Link } from '@tanstack/react-router'

import { paths } from '@/lib/paths'
import { plural, t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Spinner } from '@/ui/Spinner'
import type { AnswerOut } from '@/wire/schema.gen'

interface Props {
  done: AnswerOut
  onNext: (() => void) | undefined
}

/** What an answer set going: the run goes on behind the page, or waits for further answers. */
export function GoesOn({ done, onNext }: Props) {
  const left = done.remaining?.length ?? 0
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p role="status" className="flex items-center gap-2 text-sm text-ink-2">
        {done.run_id ? (
          <>
            <Spinner className="text-accent" />
            {t('inbox.goes.on')}
            <Link to={paths.run(done.run_id)} className="text-accent hover:underline">
              {t('inbox.goes.run')}
            </Link>
          </>
        ) : (
          left > 0 && plural('inbox.left.one', 'inbox.left.many', left)
        )}
      </p>
      {onNext && <Button onClick={onNext}>{t('inbox.next')}</Button>}
    </div>
  )
}
