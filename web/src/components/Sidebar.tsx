import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Activity, CalendarClock, Coins, Gauge, Inbox, KeyRound, MessagesSquare, Server, SquarePen, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'

import { meQuery } from '@/api/operate'
import { agentsQuery, inboxQuery } from '@/api/queries'
import { Appearance } from '@/components/Appearance'
import { Mark } from '@/components/Mark'
import { RecentThreads } from '@/components/RecentThreads'
import { useAgent } from '@/hooks/useAgent'
import { chooseAgent } from '@/lib/agent'
import { paths } from '@/lib/paths'
import { plural, t } from '@/text/t'
import { Badge } from '@/ui/Badge'
import { Select } from '@/ui/Select'

const ROW =
  'flex h-8 items-center gap-2 rounded-md px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-press aria-[current=page]:font-medium aria-[current=page]:text-ink'

/** Where one can go. */
export function Sidebar() {
  return (
    <nav aria-label={t('app.nav')} className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 px-4">
        <Mark className="size-5" />
        <span className="text-sm font-semibold">{t('app.name')}</span>
      </div>
      <div className="space-y-px px-2">
        <AgentPicker />
        <Row to={paths.home} icon={<SquarePen className="size-4" />}>
          {t('nav.new')}
        </Row>
        <Row to={paths.inbox} icon={<Inbox className="size-4" />} more={<Waiting />}>
          {t('nav.inbox')}
        </Row>
        <Row to={paths.runs} icon={<Activity className="size-4" />}>
          {t('nav.runs')}
        </Row>
        <Row to={paths.threads} icon={<MessagesSquare className="size-4" />}>
          {t('nav.threads')}
        </Row>
      </div>
      <Operate />
      <RecentThreads />
      <div className="flex h-11 shrink-0 items-center border-t border-line px-2">
        <Appearance />
      </div>
    </nav>
  )
}

/** What those who run the server look after. Others see what they may use of it. */
function Operate() {
  const { data: me } = useQuery(meQuery)
  // Shown until it is known that they are not for this reader: nothing moves for those who run the server.
  const admin = me?.roles.includes('admin') ?? true
  return (
    <section aria-labelledby="nav-operate" className="mt-4 space-y-px px-2">
      <h2 id="nav-operate" className="px-2 pb-1 text-xs text-ink-3">
        {t('nav.operate')}
      </h2>
      {admin && (
        <Row to={paths.dashboard} icon={<Gauge className="size-4" />}>
          {t('dash.title')}
        </Row>
      )}
      <Row to={paths.usage} icon={<Coins className="size-4" />}>
        {t('usage.title')}
      </Row>
      {admin && (
        <Row to={paths.workers} icon={<Server className="size-4" />}>
          {t('workers.title')}
        </Row>
      )}
      <Row to={paths.schedules} icon={<CalendarClock className="size-4" />}>
        {t('schedules.title')}
      </Row>
      {admin && (
        <Row to={paths.webhooks} icon={<Webhook className="size-4" />}>
          {t('webhooks.title')}
        </Row>
      )}
      <Row to={paths.access} icon={<KeyRound className="size-4" />}>
        {t('access.title')}
      </Row>
    </section>
  )
}

function Row({ to, icon, more, children }: { to: string; icon: ReactNode; more?: ReactNode; children: ReactNode }) {
  return (
    <Link to={to} activeOptions={{ exact: to === paths.home }} className={ROW}>
      {icon}
      <span className="flex-1 truncate">{children}</span>
      {more}
    </Link>
  )
}

/** How many questions are open, for the eye and for the ear. */
function Waiting() {
  const { data } = useQuery(inboxQuery)
  const open = data?.length ?? 0
  return (
    <span role="status">
      {open > 0 && (
        <Badge tone="wait">
          <span aria-hidden="true">{open > 99 ? '99+' : open}</span>
          <span className="sr-only">{plural('nav.inbox.waiting.one', 'nav.inbox.waiting.many', open)}</span>
        </Badge>
      )}
    </span>
  )
}

/** With whom the next chat is. It has its place from the beginning, so that nothing moves. */
function AgentPicker() {
  const navigate = useNavigate()
  const { data } = useQuery(agentsQuery)
  const agent = useAgent()
  const names = data?.map((one) => one.name) ?? [agent]
  const choose = (name: string) => {
    chooseAgent(name)
    void navigate({ to: paths.home })
  }
  return (
    <Select
      label={t('nav.agent')}
      labelHidden
      value={agent}
      options={names.map((name) => ({ value: name, label: name }))}
      onChoose={choose}
      className="pb-2"
    />
  )
}
