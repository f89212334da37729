import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'

import { comingQuery, fireSchedule, pauseSchedule, removeSchedule, resumeSchedule, scheduleQuery, slotsQuery } from '@/api/operate'
import { ErrorOf } from '@/components/ErrorOf'
import { Times } from '@/components/operate/ComingTimes'
import { Confirm } from '@/components/operate/Confirm'
import { Facts } from '@/components/operate/Facts'
import { Listed } from '@/components/operate/Listed'
import { ScheduleForm } from '@/components/operate/ScheduleForm'
import { SlotResult } from '@/components/operate/SlotResult'
import { TimingWords } from '@/components/operate/TimingWords'
import { Page } from '@/components/Page'
import { PageLoading } from '@/components/PageLoading'
import { useAct } from '@/hooks/useAct'
import { absolute } from '@/lib/time'
import { paths } from '@/lib/paths'
import { language, t, tag } from '@/text/t'
import { Button } from '@/ui/Button'
import { StatusWord } from '@/ui/StatusWord'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Schedule as One, Slot } from '@/wire/schema.gen'

/** One schedule: what it does, when next, and what became of its times. */
export default function Schedule() {
  const { scheduleId } = useParams({ from: '/schedules/$scheduleId' })
  const { data, error, refetch } = useQuery(scheduleQuery(scheduleId))
  return (
    <Page title={data?.name ?? t('schedules.title')} actions={data && <Actions schedule={data} />}>
      {error && <ErrorOf error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageLoading />}
      {data && <About schedule={data} />}
      {data && <History id={data.id} />}
    </Page>
  )
}

function Actions({ schedule }: { schedule: One }) {
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const navigate = useNavigate()
  const { busy, problem, act } = useAct('schedules')
  const close = () => setOpen(null)
  const remove = async () => {
    await removeSchedule(schedule.id)
    await navigate({ to: paths.schedules })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {problem && <ErrorOf error={problem} className="basis-full" />}
      <Button busy={busy} onClick={() => void act(() => fireSchedule(schedule.id))}>
        {t('schedules.fire')}
      </Button>
      <Button busy={busy} onClick={() => void act(() => (schedule.paused ? resumeSchedule : pauseSchedule)(schedule.id))}>
        {t(schedule.paused ? 'schedules.resume' : 'schedules.pause')}
      </Button>
      <Button onClick={() => setOpen('edit')}>{t('op.edit')}</Button>
      <Button variant="danger-outline" onClick={() => setOpen('remove')}>
        {t('op.delete')}
      </Button>
      {open === 'edit' && <ScheduleForm schedule={schedule} onClose={close} />}
      {open === 'remove' && (
        <Confirm
          title={t('schedules.delete.title')}
          about={t('schedules.delete.text', { name: schedule.name })}
          yes={t('op.delete')}
          changes="schedules"
          onYes={remove}
          onClose={close}
        />
      )}
    </div>
  )
}

function About({ schedule }: { schedule: One }) {
  const { data: coming } = useQuery(comingQuery(schedule.id))
  return (
    <div className="space-y-5 pb-8">
      <p className="border-l-2 border-line pl-3 text-read whitespace-pre-wrap [overflow-wrap:anywhere]">
        <Visible text={schedule.message} />
      </p>
      <Facts
        facts={[
          [t('nav.agent'), schedule.agent],
          [t('op.user'), schedule.user],
          [t('schedules.when'), <TimingWords key="when" timing={schedule.timing} />],
          [t('schedules.missed'), t(`schedules.missed.${schedule.missed ?? 'once'}`)],
          [t('schedules.overlap'), t(`schedules.overlap.${schedule.overlap ?? 'skip'}`)],
          [t('op.col.state'), schedule.paused && <Paused key="paused" schedule={schedule} />],
          [t('schedules.coming'), !schedule.paused && coming && coming.length > 0 && <Times key="coming" times={coming} />],
        ]}
      />
    </div>
  )
}

function Paused({ schedule }: { schedule: One }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <StatusWord tone="refused">{t('schedules.paused')}</StatusWord>
      {schedule.paused_why && <span className="text-ink-2">{schedule.paused_why}</span>}
    </span>
  )
}

function History({ id }: { id: string }) {
  const list = useInfiniteQuery(slotsQuery(id))
  const slots = list.data?.pages.flatMap((page) => page.slots) ?? []
  return (
    <section aria-label={t('schedules.history')}>
      <h2 className="mb-1 text-base font-semibold">{t('schedules.history')}</h2>
      <Listed list={list} count={slots.length} empty={<p className="py-3 text-sm text-ink-2">{t('schedules.history.none')}</p>}>
        <Table
          label={t('schedules.history')}
          columns={[{ name: t('schedules.slot'), grow: true }, { name: t('schedules.result') }, { name: t('op.run'), right: true }]}
        >
          {slots.map((slot) => (
            <Line key={slot.slot} slot={slot} />
          ))}
        </Table>
      </Listed>
    </section>
  )
}

function Line({ slot }: { slot: Slot }) {
  const passed = slot.passed ?? 0
  return (
    <tr className={ROW}>
      <Cell grow>
        {absolute(slot.slot, tag(language()))}{' '}
        <span className="text-xs text-ink-3">
          {slot.manual && t('schedules.manual')}
          {passed > 1 && t('schedules.passed', { n: passed })}
        </span>
      </Cell>
      <Cell>
        <SlotResult slot={slot} />
      </Cell>
      <Cell right>
        {slot.run_id ? (
          <Link to={paths.run(slot.run_id)} className="text-accent hover:underline">
            {t('op.open')}
          </Link>
        ) : (
          <Time at={slot.at} className="text-ink-3" />
        )}
      </Cell>
    </tr>
  )
}
