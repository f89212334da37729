import { useQuery } from '@tanstack/react-query'

import { asProblem } from '@/api/problem'
import { previewQuery } from '@/api/operate'
import { wordsOf } from '@/components/ErrorOf'
import { useSettled } from '@/hooks/useSettled'
import { isAskable, whenOf, type Draft } from '@/run/timing'
import { language, t, tag } from '@/text/t'

/** When what is being written would fire next, as the server reads it. It has its room from the beginning. */
export function ComingTimes({ draft }: { draft: Draft }) {
  const asked = useSettled(isAskable(draft) ? JSON.stringify(whenOf(draft)) : '')
  const { data, error } = useQuery({ ...previewQuery(asked ? JSON.parse(asked) : {}), enabled: asked !== '' })
  const shown = asked && !error ? data : undefined
  return (
    <div role="status" className="min-h-21 rounded-md bg-sunken px-3 py-2 text-sm">
      {asked !== '' && error ? (
        <p className="text-bad">{wordsOf(asProblem(error))}</p>
      ) : (
        <>
          <p className="text-xs text-ink-3">{t('schedules.coming')}</p>
          {shown?.length === 0 && <p className="text-ink-2">{t('schedules.coming.none')}</p>}
          {shown && shown.length > 0 && (
            <div className="mt-1">
              <Times times={shown} />
            </div>
          )}
        </>
      )}
    </div>
  )
}

/** Times with their day of the week: a slip in a pattern is seen there. */
export function Times({ times }: { times: readonly number[] }) {
  const format = new Intl.DateTimeFormat(tag(language()), { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-0.5">
      {times.map((time) => (
        <li key={time}>
          <time dateTime={new Date(time).toISOString()}>{format.format(time)}</time>
        </li>
      ))}
    </ul>
  )
}
