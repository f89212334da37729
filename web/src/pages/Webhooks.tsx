import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Webhook as Icon } from 'lucide-react'
import { useState } from 'react'

import { hooksQuery } from '@/api/operate'
import { HookForm } from '@/components/operate/HookForm'
import { HookState } from '@/components/operate/HookState'
import { Listed } from '@/components/operate/Listed'
import { SecretOnce } from '@/components/operate/SecretOnce'
import { Page } from '@/components/Page'
import { paths } from '@/lib/paths'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Hook, MadeHook } from '@/wire/schema.gen'

/** Who is told when something happens. */
export default function Webhooks() {
  const list = useQuery(hooksQuery)
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<MadeHook | null>(null)
  const hooks = list.data ?? []
  const make = (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setMaking(true)}>
      {t('webhooks.new')}
    </Button>
  )
  return (
    <Page title={t('webhooks.title')} wide actions={hooks.length > 0 && make}>
      <Listed
        list={list}
        count={hooks.length}
        empty={<Empty icon={<Icon className="size-6" />} title={t('webhooks.none')} text={t('webhooks.none.text')} action={make} />}
      >
        <Table
          label={t('webhooks.title')}
          columns={[
            { name: t('op.name'), grow: true },
            { name: t('webhooks.events'), wide: true },
            { name: t('nav.agent'), wide: true },
            { name: t('op.col.state') },
            { name: t('op.created'), wide: true, right: true },
          ]}
        >
          {hooks.map((hook) => (
            <Row key={hook.id} hook={hook} />
          ))}
        </Table>
      </Listed>
      {making && <HookForm hook={null} onMade={setMade} onClose={() => setMaking(false)} />}
      {made && (
        <SecretOnce title={t('webhooks.secret')} about={t('webhooks.secret.text', { name: made.hook.name })} secret={made.secret} onClose={() => setMade(null)} />
      )}
    </Page>
  )
}

function Row({ hook }: { hook: Hook }) {
  return (
    <tr className={`relative ${ROW}`}>
      <Cell grow>
        {/* The link covers its row. */}
        <Link
          to={paths.webhook(hook.id)}
          className="block truncate font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
        >
          <Visible text={hook.name} form="line" />
        </Link>
        <span className="block truncate text-xs text-ink-3">
          <Visible text={hook.url} form="line" />
        </span>
      </Cell>
      <Cell wide className="text-xs text-ink-2">
        {hook.events.map((event) => t(`webhooks.event.${event}`)).join(' · ')}
      </Cell>
      <Cell wide className="text-ink-2">
        {hook.agent || t('webhooks.agent.all')}
      </Cell>
      <Cell>
        <HookState hook={hook} />
      </Cell>
      <Cell wide right className="text-ink-3">
        <Time at={hook.created_at} />
      </Cell>
    </tr>
  )
}
