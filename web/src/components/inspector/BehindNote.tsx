import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'

import { paths } from '@/lib/paths'
import { absolute } from '@/lib/time'
import type { RunsSearch } from '@/run/runSearch'
import { language, t, tag } from '@/text/t'

/** Says behind which figure of the dashboard the runs of a list are, and leads back to all of them. */
export function BehindNote({ search }: { search: RunsSearch }) {
  if (!search.behind && !search.since && !search.version) return null
  const [kind = '', ...rest] = (search.behind ?? 'run::ended').split(':')
  const what = rest.pop() ?? ''
  const name = rest.join(':')
  const words = [kind === 'run' && !name ? '' : `${kind} ${name}`.trim(), what.replaceAll(/[._]/g, ' '), search.version].filter(Boolean).join(' · ')
  const range = search.since && search.until ? `${absolute(search.since, tag(language()))} – ${absolute(search.until, tag(language()))}` : ''
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-sunken px-3 py-1.5 text-sm">
      <span>
        <span className="text-ink-3">{t('runs.behind')}</span> <span className="font-medium">{words}</span>
      </span>
      {range && <span className="text-xs text-ink-3">{range}</span>}
      <Link to={paths.runs} className="ml-auto inline-flex items-center gap-1 text-xs text-ink-2 hover:text-ink">
        <X aria-hidden="true" className="size-3.5" />
        {t('runs.behind.clear')}
      </Link>
    </p>
  )
}
