import { useQuery } from '@tanstack/react-query'
import { Server } from 'lucide-react'

import { workersQuery } from '@/api/operate'
import { Listed } from '@/components/operate/Listed'
import { Page } from '@/components/Page'
import { cx } from '@/lib/class'
import { count } from '@/lib/format'
import { duration } from '@/lib/time'
import { standingOf, versionsOf, type WorkerNews } from '@/run/workers'
import { language, plural, t, tag } from '@/text/t'
import { Empty } from '@/ui/Empty'
import { StatusWord, type Tone } from '@/ui/StatusWord'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import type { WorkerList, WorkerView } from '@/wire/schema.gen'

const TONE: Record<WorkerView['state'], Tone> = { up: 'good', draining: 'busy', zombie: 'wait', lost: 'bad' }

/** The processes of this installation, as they last said they are. */
export default function Workers() {
  const list = useQuery(workersQuery)
  const workers = list.data?.workers ?? []
  return (
    <Page title={t('workers.title')} wide>
      <Listed list={list} count={workers.length} empty={<Empty icon={<Server className="size-6" />} title={t('workers.none')} text={t('workers.none.text')} />}>
        {list.data && <Sums list={list.data} />}
        <Table
          label={t('workers.title')}
          columns={[
            { name: t('op.col.state') },
            { name: t('workers.col.process'), grow: true },
            { name: t('workers.col.role'), wide: true },
            { name: t('workers.col.version'), wide: true },
            { name: t('workers.col.runs'), right: true },
            { name: t('workers.col.seen'), right: true },
            { name: t('workers.col.started'), wide: true, right: true },
          ]}
        >
          {workers.map((worker) => (
            <Row key={worker.id} worker={worker} />
          ))}
        </Table>
      </Listed>
    </Page>
  )
}

function Row({ worker }: { worker: WorkerView }) {
  const news = standingOf(worker)
  return (
    <tr className={ROW}>
      <Cell>
        <StatusWord tone={TONE[worker.state]}>{t(`workers.state.${worker.state}`)}</StatusWord>
      </Cell>
      <Cell grow>
        <span className="block truncate font-mono text-xs" title={worker.id}>
          {worker.host}:{worker.pid}
        </span>
        {news && <span className="block truncate text-xs text-wait">{wordsOf(news)}</span>}
      </Cell>
      <Cell wide className="text-ink-2">
        {t(`workers.role.${worker.role}`)}
      </Cell>
      <Cell wide className="font-mono text-xs text-ink-2">
        {worker.version}
      </Cell>
      <Cell right>
        <Load worker={worker} />
      </Cell>
      <Cell right className="text-ink-2">
        {worker.seen_ms_ago < 1_000 ? t('workers.now') : t('workers.ago', { time: duration(worker.seen_ms_ago) })}
      </Cell>
      <Cell wide right className="text-ink-3">
        <Time at={worker.started_at} />
      </Cell>
    </tr>
  )
}

function wordsOf({ kind, ms }: WorkerNews): string {
  return t(`workers.news.${kind}`, { time: duration(ms) })
}

/** How many runs it has in hand, of how many that it takes. */
function Load({ worker: { in_flight, capacity } }: { worker: WorkerView }) {
  if (capacity === 0) return <span className="text-ink-3">–</span>
  const full = in_flight >= capacity
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className="hidden h-1 w-16 overflow-hidden rounded-full bg-press sm:block">
        <span className={cx('block h-full rounded-full', full ? 'bg-wait' : 'bg-accent-fill')} style={{ width: `${Math.min(100, (100 * in_flight) / capacity)}%` }} />
      </span>
      {t('workers.load', { n: count(in_flight, tag(language())), of: count(capacity, tag(language())) })}
    </span>
  )
}

/** The queue, and what a reader of the table should know. */
function Sums({ list }: { list: WorkerList }) {
  const { waiting = 0, taken = 0, set_aside: aside = 0 } = list.queue
  const versions = versionsOf(list.workers)
  const counts: [string, number, boolean][] = [
    [t('workers.queue.waiting'), waiting, false],
    [t('workers.queue.taken'), taken, false],
    [t('workers.queue.aside'), aside, aside > 0],
  ]
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-8 gap-y-2">
      {counts.map(([name, value, bad]) => (
        <p key={name} className="flex items-baseline gap-2 text-sm">
          <span className={cx('text-lg font-semibold', bad && 'text-bad')}>{count(value, tag(language()))}</span>
          <span className="text-ink-3">{name}</span>
        </p>
      ))}
      {versions.length > 1 && <p className="text-sm text-wait">{plural('workers.versions', 'workers.versions', versions.length)}</p>}
      {!list.whole && <p className="basis-full text-sm text-ink-2">{t('workers.alone')}</p>}
    </div>
  )
}
