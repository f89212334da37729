import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'

import { lastSlotQuery, schedulesQuery } from '@/api/operate'
import { Listed } from '@/components/operate/Listed'
import { ScheduleForm } from '@/components/operate/ScheduleForm'
import { SlotResult } from '@/components/operate/SlotResult'
import { TimingWords } from '@/components/operate/TimingWords'
import { Page } from '@/components/Page'
import { paths } from '@/lib/paths'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { StatusWord } from '@/ui/StatusWord'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Schedule, Slot } from '@/wire/schema.gen'

/** What agents are told again and again. */
export default function Schedules() {
  const list = useInfiniteQuery(schedulesQuery)
  const [making, setMaking] = useState(false)
  const schedules = list.data?.pages.flatMap((page) => page.schedules) ?? []
  const last = useQueries({ queries: schedules.map(({ id }) => lastSlotQuery(id)), combine: (found) => found.map(({ data }) => data ?? null) })
  const make = (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
      {t('schedules.new')}
    </Button>
  )
  return (
    <Page title={t('schedules.title')} wide actions={schedules.length > 0 && make}>
      <Listed
        list={list}
        count={schedules.length}
        empty={<Empty icon={<CalendarClock className="size-6" />} title={t('schedules.none')} text={t('schedules.none.text')} action={make} />}
      >
        <Table
          label={t('schedules.title')}
          columns={[
            { name: t('op.name'), grow: true },
            { name: t('nav.agent'), wide: true },
            { name: t('schedules.when'), wide: true },
            { name: t('schedules.next') },
            { name: t('schedules.last'), wide: true },
          ]}
        >
          {schedules.map((schedule, at) => (
            <Row key={schedule.id} schedule={schedule} last={last[at] ?? null} />
          ))}
        </Table>
      </Listed>
      {making && <ScheduleForm schedule={null} onClose={() => setMaking(false)} />}
    </Page>
  )
}

function Row({ schedule, last }: { schedule: Schedule; last: Slot | null }) {
  return (
    <tr className={`relative ${ROW}`}>
      <Cell grow>
        {/* The link covers its row. */}
        <Link
          to={paths.schedule(schedule.id)}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <Visible text={schedule.name} form="line" />
        </Link>
        <span className="block truncate text-xs text-ink-3">
          <Visible text={schedule.message} form="line" />
        </span>
      </Cell>
      <Cell wide className="text-ink-2">
        {schedule.agent}
      </Cell>
      <Cell wide className="text-ink-2">
        <TimingWords timing={schedule.timing} />
      </Cell>
      <Cell>
        <Next schedule={schedule} />
      </Cell>
      <Cell wide>{last ? <SlotResult slot={last} /> : <span className="text-ink-3">–</span>}</Cell>
    </tr>
  )
}

function Next({ schedule: { paused, next_at } }: { schedule: Schedule }) {
  if (paused) return <StatusWord tone="refused">{t('schedules.paused')}</StatusWord>
  return next_at ? <Time at={next_at} /> : <span className="text-ink-3">{t('schedules.over')}</span>
}
