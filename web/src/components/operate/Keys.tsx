import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'

import { keysQuery, revokeKey, rotateKey } from '@/api/access'
import { Confirm } from '@/components/operate/Confirm'
import { KeyForm } from '@/components/operate/KeyForm'
import { Listed } from '@/components/operate/Listed'
import { OneUser } from '@/components/operate/OneUser'
import { SecretOnce } from '@/components/operate/SecretOnce'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { StatusWord } from '@/ui/StatusWord'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { KeyMade, KeyView, Me } from '@/wire/schema.gen'

/** How long a key works beside its successor, hours. */
const OVERLAP_HOURS = 24

type Open = { what: 'new' } | { what: 'rotate' | 'revoke'; key: KeyView }

/** What programs and people come in with. */
export function Keys({ me }: { me: Me }) {
  const list = useInfiniteQuery(keysQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const [made, setMade] = useState<KeyMade | null>(null)
  const keys = list.data?.pages.flatMap((page) => page.keys) ?? []
  const close = () => setOpen(null)
  if (me.auth === 'local' && keys.length === 0) return <OneUser />
  const make = (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setOpen({ what: 'new' })}>
      {t('keys.new')}
    </Button>
  )
  return (
    <>
      {keys.length > 0 && <div className="mb-3 flex justify-end">{make}</div>}
      <Listed list={list} count={keys.length} empty={<Empty icon={<KeyRound className="size-6" />} title={t('keys.none')} text={t('keys.none.text')} action={make} />}>
        <Table
          label={t('access.view.keys')}
          columns={[
            { name: t('op.name'), grow: true },
            { name: t('op.user'), wide: true },
            { name: t('keys.scopes'), wide: true },
            { name: t('keys.used'), wide: true, right: true },
            { name: t('keys.expires'), wide: true, right: true },
            { name: t('op.col.state') },
            { name: t('op.actions'), hidden: true, right: true },
          ]}
        >
          {keys.map((key) => (
            <Row key={key.id} one={key} onRotate={() => setOpen({ what: 'rotate', key })} onRevoke={() => setOpen({ what: 'revoke', key })} />
          ))}
        </Table>
      </Listed>
      {open && <Dialogs open={open} me={me} onMade={setMade} onClose={close} />}
      {made && <SecretOnce title={t('keys.made')} about={t('keys.made.text', { user: made.key.user })} secret={made.token} onClose={() => setMade(null)} />}
    </>
  )
}

interface DialogsProps {
  open: Open
  me: Me
  onMade: (made: KeyMade) => void
  onClose: () => void
}

function Dialogs({ open, me, onMade, onClose }: DialogsProps) {
  if (open.what === 'new') return <KeyForm me={me} onMade={onMade} onClose={onClose} />
  const { key } = open
  if (open.what === 'rotate') {
    return (
      <Confirm
        title={t('keys.rotate.title')}
        about={t('keys.rotate.text', { n: OVERLAP_HOURS })}
        yes={t('keys.rotate')}
        changes="keys"
        onYes={async () => onMade(await rotateKey(key.id, OVERLAP_HOURS))}
        onClose={onClose}
      />
    )
  }
  return (
    <Confirm
      title={t('keys.revoke.title')}
      about={t('keys.revoke.text', { name: key.name || key.prefix })}
      yes={t('keys.revoke')}
      changes="keys"
      onYes={() => revokeKey(key.id)}
      onClose={onClose}
    />
  )
}

function Row({ one, onRotate, onRevoke }: { one: KeyView; onRotate: () => void; onRevoke: () => void }) {
  return (
    <tr className={ROW}>
      <Cell grow>
        <span className="block truncate font-medium">
          <Visible text={one.name || t(`keys.kind.${one.kind}`)} form="line" />
        </span>
        <span className="block truncate text-xs text-ink-3">
          <span className="md:hidden">{one.user} · </span>
          <span className="font-mono">{one.prefix}…</span>
        </span>
      </Cell>
      <Cell wide className="text-ink-2">
        <Visible text={one.user} form="line" />
      </Cell>
      <Cell wide className="text-xs text-ink-2">
        {one.scopes.join(' · ')}
      </Cell>
      <Cell wide right className="text-ink-2">
        {one.last_used_at ? <Time at={one.last_used_at} /> : <span className="text-ink-3">{t('keys.never')}</span>}
      </Cell>
      <Cell wide right className="text-ink-2">
        {one.expires_at ? <Time at={one.expires_at} /> : <span className="text-ink-3">{t('keys.endless')}</span>}
      </Cell>
      <Cell>
        <StatusWord tone={one.live ? 'good' : 'refused'}>{t(one.live ? 'keys.live' : one.revoked_at ? 'keys.revoked' : 'keys.over')}</StatusWord>
      </Cell>
      <Cell right>
        {one.live && (
          <span className="inline-flex gap-1">
            {one.kind === 'key' && (
              <Button small variant="quiet" onClick={onRotate}>
                {t('keys.rotate')}
              </Button>
            )}
            <Button small variant="quiet" onClick={onRevoke}>
              {t('keys.revoke')}
            </Button>
          </span>
        )}
      </Cell>
    </tr>
  )
}
