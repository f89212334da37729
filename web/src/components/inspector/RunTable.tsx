import { Link } from '@tanstack/react-router'

import { RunStatus } from '@/components/inspector/RunStatus'
import { count } from '@/lib/format'
import { paths } from '@/lib/paths'
import { took } from '@/run/logTime'
import { isOver, tokens } from '@/run/runStatus'
import { language, t, tag } from '@/text/t'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Run } from '@/wire/schema.gen'

interface Props {
  runs: readonly Run[]
  titles: ReadonlyMap<string, string>
  waiting: ReadonlySet<string>
  now: number
}

const HEAD = 'h-9 px-3 text-left text-xs font-medium text-ink-3 whitespace-nowrap'
const CELL = 'px-3 whitespace-nowrap'
const WIDE = 'hidden md:table-cell'

/** Runs as a table; on a phone each row keeps what tells it apart. */
export function RunTable({ runs, titles, waiting, now }: Props) {
  return (
    <table aria-label={t('runs.table')} className="w-full border-collapse text-sm">
      <thead className="sticky top-0 z-10 bg-ground shadow-[inset_0_-1px_0_var(--c-line)]">
        <tr>
          <th className={`${HEAD} ${WIDE}`}>{t('runs.col.status')}</th>
          <th className={`${HEAD} w-full`}>{t('runs.col.thread')}</th>
          <th className={`${HEAD} ${WIDE}`}>{t('runs.col.agent')}</th>
          <th className={HEAD}>{t('runs.col.started')}</th>
          <th className={`${HEAD} ${WIDE} text-right`}>{t('runs.col.duration')}</th>
          <th className={`${HEAD} ${WIDE} text-right`}>{t('runs.col.tokens')}</th>
          <th className={`${HEAD} ${WIDE} text-right`}>{t('runs.col.events')}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunLine key={run.id} run={run} title={titles.get(run.thread_id) ?? ''} waits={waiting.has(run.id)} now={now} />
        ))}
      </tbody>
    </table>
  )
}

function RunLine({ run, title, waits, now }: { run: Run; title: string; waits: boolean; now: number }) {
  const used = tokens(run)
  const words = tag(language())
  const end = isOver(run) ? run.ended_at : now
  return (
    <tr className="relative h-10 border-b border-line focus-within:bg-hover hover:bg-hover">
      <td className={`${CELL} ${WIDE}`}>
        <div className="flex">
          <RunStatus run={run} waits={waits} />
        </div>
      </td>
      <td className="w-full max-w-0 px-3 max-md:py-2">
        {/* The link covers its row. */}
        <Link
          to={paths.run(run.id)}
          className="block truncate after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <Visible text={title || t('runs.untitled')} form="line" />
        </Link>
        <div className="mt-0.5 flex md:hidden">
          <RunStatus run={run} waits={waits} />
        </div>
      </td>
      <td className={`${CELL} ${WIDE} text-ink-2`}>{run.agent}</td>
      <td className={`${CELL} text-ink-3 max-md:py-2 max-md:align-top`}>
        <Time at={run.created_at} />
      </td>
      <td className={`${CELL} ${WIDE} text-right`}>{end ? took(end - run.created_at) : ''}</td>
      <td className={`${CELL} ${WIDE} text-right`}>{used && isOver(run) ? count(used.input + used.output, words) : ''}</td>
      <td className={`${CELL} ${WIDE} text-right text-ink-2`}>{count(run.last_seq ?? 0, words)}</td>
    </tr>
  )
}
