import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useState } from 'react'

import { usersQuery } from '@/api/access'
import { Listed } from '@/components/operate/Listed'
import { OneUser } from '@/components/operate/OneUser'
import { UserForm } from '@/components/operate/UserForm'
import { t } from '@/text/t'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { Empty } from '@/ui/Empty'
import { StatusWord } from '@/ui/StatusWord'
import { Cell, ROW, Table } from '@/ui/Table'
import { Time } from '@/ui/Time'
import { Visible } from '@/ui/Visible'
import type { Me, User } from '@/wire/schema.gen'

/** The users of the tenant, and what they may do. */
export function People({ me }: { me: Me }) {
  const list = useInfiniteQuery(usersQuery)
  const [open, setOpen] = useState<User | 'new' | null>(null)
  const users = list.data?.pages.flatMap((page) => page.users) ?? []
  if (me.auth === 'local' && users.length === 0) return <OneUser />
  const make = (
    <Button variant="primary" icon={<Plus className="size-4" />} onClick={() => setOpen('new')}>
      {t('people.new')}
    </Button>
  )
  return (
    <>
      {users.length > 0 && <div className="mb-3 flex justify-end">{make}</div>}
      <Listed list={list} count={users.length} empty={<Empty icon={<Users className="size-6" />} title={t('people.none')} text={t('people.none.text')} action={make} />}>
        <Table
          label={t('access.view.people')}
          columns={[
            { name: t('op.user'), grow: true },
            { name: t('people.roles') },
            { name: t('op.col.state') },
            { name: t('op.created'), wide: true, right: true },
            { name: t('op.actions'), hidden: true, right: true },
          ]}
        >
          {users.map((user) => (
            <Row key={user.id} user={user} onEdit={() => setOpen(user)} />
          ))}
        </Table>
      </Listed>
      {open && <UserForm user={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Row({ user, onEdit }: { user: User; onEdit: () => void }) {
  return (
    <tr className={ROW}>
      <Cell grow>
        <span className="block truncate font-medium">
          <Visible text={user.name || user.id} form="line" />
        </span>
        {user.name && (
          <span className="block truncate text-xs text-ink-3">
            <Visible text={user.id} form="line" />
          </span>
        )}
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          {user.roles?.map((role) => (
            <Badge key={role}>{role}</Badge>
          ))}
          {user.claimed?.map((role) => (
            <Badge key={`claimed ${role}`} tone="accent">
              {role}
              <span className="sr-only"> ({t('people.claimed')})</span>
            </Badge>
          ))}
        </span>
      </Cell>
      <Cell>
        <StatusWord tone={user.disabled_at ? 'refused' : 'good'}>{t(user.disabled_at ? 'people.out' : 'people.in')}</StatusWord>
      </Cell>
      <Cell wide right className="text-ink-3">
        {user.created_at ? <Time at={user.created_at} /> : null}
      </Cell>
      <Cell right>
        <Button small variant="quiet" onClick={onEdit}>
          {t('op.edit')}
        </Button>
      </Cell>
    </tr>
  )
}
