import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { Fragment, useState } from 'react'

import { auditQuery } from '@/api/access'
import { Listed } from '@/components/operate/Listed'
import { useSettled } from '@/hooks/useSettled'
import { absolute } from '@/lib/time'
import type { AccessSearch } from '@/run/accessSearch'
import { language, t, tag } from '@/text/t'
import { Empty } from '@/ui/Empty'
import { TextField } from '@/ui/Field'
import { JsonView } from '@/ui/JsonView'
import { Cell, ROW, Table } from '@/ui/Table'
import { Visible } from '@/ui/Visible'
import type { Act } from '@/wire/schema.gen'

const route = getRouteApi('/access')

/** Who changed what, newest first. Nobody changes this. */
export function Audit() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = (change: AccessSearch) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  const filter = { actor: useSettled(search.actor ?? ''), action: useSettled(search.action ?? '') }
  const list = useInfiniteQuery(auditQuery(filter))
  const acts = list.data?.pages.flatMap((page) => page.acts) ?? []
  const narrowed = filter.actor !== '' || filter.action !== ''
  return (
    <>
      <div className="mb-3 grid gap-2 sm:grid-cols-2 lg:max-w-xl">
        <TextField label={t('audit.actor')} labelHidden placeholder={t('audit.actor')} value={search.actor ?? ''} onChange={(event) => narrow({ actor: event.target.value || undefined })} />
        <TextField label={t('audit.action')} labelHidden placeholder={t('audit.action.hint')} value={search.action ?? ''} onChange={(event) => narrow({ action: event.target.value || undefined })} />
      </div>
      <Listed
        list={list}
        count={acts.length}
        empty={<Empty icon={<ScrollText className="size-6" />} title={t(narrowed ? 'audit.nothing' : 'audit.none')} text={t(narrowed ? 'audit.nothing.text' : 'audit.none.text')} />}
      >
        <Table
          label={t('access.view.audit')}
          columns={[
            { name: t('op.when') },
            { name: t('audit.who') },
            { name: t('audit.action') },
            { name: t('audit.subject'), grow: true, wide: true },
            { name: t('audit.channel'), wide: true },
            { name: t('op.actions'), hidden: true, right: true },
          ]}
        >
          {acts.map((act) => (
            <Row key={act.number} act={act} />
          ))}
        </Table>
      </Listed>
    </>
  )
}

function Row({ act }: { act: Act }) {
  const [open, setOpen] = useState(false)
  return (
    <Fragment>
      <tr className={ROW}>
        <Cell className="text-ink-2 max-md:min-w-22 max-md:whitespace-normal">{absolute(act.time, tag(language()))}</Cell>
        <Cell>
          <Visible text={act.actor} form="line" />
        </Cell>
        <Cell className="font-mono text-xs max-md:whitespace-normal">{act.action}</Cell>
        <Cell wide grow className="truncate font-mono text-xs text-ink-2">
          <Visible text={act.subject} form="line" />
        </Cell>
        <Cell wide className="text-xs text-ink-3">
          {[act.channel, act.method].filter(Boolean).join(' · ')}
        </Cell>
        <Cell right>
          <button
            type="button"
            aria-expanded={open}
            aria-label={t('audit.details.of', { action: act.action, subject: act.subject })}
            onClick={() => setOpen(!open)}
            className="h-7 rounded-md px-2 text-xs text-ink-2 hover:bg-hover hover:text-ink"
          >
            {t(open ? 'audit.less' : 'audit.details')}
          </button>
        </Cell>
      </tr>
      {open && (
        <tr className="border-b border-line bg-sunken">
          <td colSpan={6} className="px-3 py-3">
            <p className="mb-2 font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">{act.subject}</p>
            <JsonView value={act.details ?? null} label={t('audit.details')} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}
