import { useState, type FormEvent } from 'react'

import { putUser } from '@/api/access'
import { ErrorOf } from '@/components/ErrorOf'
import { Checks } from '@/components/operate/Checks'
import { useAct } from '@/hooks/useAct'
import { groupsOf, ROLES, rolesOf, type Role } from '@/run/roles'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { TextField } from '@/ui/Field'
import { Switch } from '@/ui/Switch'
import type { User } from '@/wire/schema.gen'

/** A user as they shall be. */
export function UserForm({ user, onClose }: { user: User | null; onClose: () => void }) {
  const [id, setId] = useState(user?.id ?? '')
  const [name, setName] = useState(user?.name ?? '')
  const [roles, setRoles] = useState<Role[]>(() => ROLES.filter((role) => user?.roles?.includes(role)))
  const [others, setOthers] = useState(() => groupsOf(user?.roles ?? []).join(', '))
  const [disabled, setDisabled] = useState(Boolean(user?.disabled_at))
  const { busy, problem, act } = useAct('users', onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (id.trim()) void act(() => putUser(id.trim(), { name: name.trim(), roles: rolesOf(roles, others), disabled }))
  }
  return (
    <Dialog open wide onClose={onClose} title={user ? t('people.edit', { user: user.id }) : t('people.new')}>
      <form onSubmit={submit} className="space-y-4">
        {!user && <TextField label={t('people.id')} hint={t('people.id.hint')} value={id} autoFocus spellCheck={false} onChange={(event) => setId(event.target.value)} />}
        <TextField label={t('op.name')} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
        <Checks
          label={t('people.roles')}
          options={ROLES.map((value) => ({ value, label: value, hint: t(`people.role.${value}`) }))}
          chosen={roles}
          onChange={setRoles}
        />
        <TextField label={t('people.groups')} hint={t('people.groups.hint')} value={others} spellCheck={false} onChange={(event) => setOthers(event.target.value)} />
        <Switch label={t('people.disable')} checked={disabled} onChange={setDisabled} />
        {problem && <ErrorOf error={problem} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabledReason={!id.trim() && t('op.incomplete')}>
            {t('op.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
