import { useInfiniteQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'

import { revokeRule, rulesQuery } from '@/api/access'
import { Confirm } from '@/components/operate/Confirm'
import { Listed } from '@/components/operate/Listed'
import { words } from '@/lib/format'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { StatusWord } from '@/ui/StatusWord'
import { Switch } from '@/ui/Switch'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Rule, RuleView, Where } from '@/wire/schema.gen'

/** What people let run from now on without being asked: how far, for how long, and how to take it back. */
export function Rules() {
  const [all, setAll] = useState(false)
  const list = useInfiniteQuery(rulesQuery(all))
  const [chosen, choose] = useState<Rule | null>(null)
  const rules = list.data?.pages.flatMap((page) => page.rules) ?? []
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-sm text-ink-2">{t('rules.about')}</p>
        <Switch label={t('rules.all')} checked={all} onChange={setAll} />
      </div>
      <Listed list={list} count={rules.length} empty={<Empty icon={<ShieldCheck className="size-6" />} title={t('rules.none')} text={t('rules.none.text')} />}>
        <Table
          label={t('access.view.rules')}
          columns={[
            { name: t('rules.tool'), grow: true },
            { name: t('rules.for') },
            { name: t('op.by'), wide: true },
            { name: t('rules.ends'), right: true },
            { name: t('op.col.state'), wide: true },
            { name: t('op.actions'), hidden: true, right: true },
          ]}
        >
          {rules.map((one) => (
            <Row key={one.rule.id} one={one} onRevoke={() => choose(one.rule)} />
          ))}
        </Table>
      </Listed>
      {chosen && (
        <Confirm
          title={t('rules.revoke.title')}
          about={t('rules.revoke.text', { tool: words(chosen.tool) })}
          yes={t('rules.revoke')}
          changes="rules"
          onYes={() => revokeRule(chosen.id)}
          onClose={() => choose(null)}
        />
      )}
    </>
  )
}

function Row({ one: { rule, live }, onRevoke }: { one: RuleView; onRevoke: () => void }) {
  return (
    <tr className={ROW}>
      <Cell grow>
        <span className="block truncate font-medium">{words(rule.tool)}</span>
        <span className="block text-xs text-ink-2 [overflow-wrap:anywhere]">
          <Scope rule={rule} />
        </span>
        {rule.reason && (
          <span className="block text-xs text-ink-3 [overflow-wrap:anywhere]">
            <Visible text={rule.reason} form="line" />
          </span>
        )}
      </Cell>
      <Cell className="text-ink-2">
        <span className="block">{rule.user || t('rules.everybody')}</span>
        <span className="block text-xs text-ink-3">{rule.agent || t('rules.any.agent')}</span>
      </Cell>
      <Cell wide className="text-ink-2">
        {rule.created_by}
      </Cell>
      <Cell right className="text-ink-2">
        <Time at={rule.revoked_at || rule.expires_at} />
      </Cell>
      <Cell wide>
        <StatusWord tone={live ? 'good' : 'refused'}>{t(live ? 'rules.live' : rule.revoked_at ? 'rules.revoked' : 'rules.over')}</StatusWord>
      </Cell>
      <Cell right>
        {live && (
          <Button small variant="quiet" onClick={onRevoke}>
            {t('rules.revoke')}
          </Button>
        )}
      </Cell>
    </tr>
  )
}

/** What the arguments must be. */
function Scope({ rule }: { rule: Rule }) {
  const parts = [...(rule.where ?? []).map(wordsOf), rule.loose ? t('rules.loose') : '', rule.thread_id ? t('rules.thread') : '']
  const said = parts.filter(Boolean)
  return <Visible text={said.length > 0 ? said.join(' · ') : t('rules.bare')} form="line" />
}

function wordsOf({ field, equals, prefix, any }: Where): string {
  if (any) return t('rules.where.any', { field })
  if (prefix) return t('rules.where.prefix', { field, prefix })
  return t('rules.where.equals', { field, value: typeof equals === 'string' ? equals : JSON.stringify(equals ?? null) })
}
