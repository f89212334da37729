import { useState, type FormEvent } from 'react'

import { makeKey } from '@/api/access'
import { ErrorOf } from '@/components/ErrorOf'
import { Checks } from '@/components/operate/Checks'
import { useAct } from '@/hooks/useAct'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { TextField } from '@/ui/Field'
import { Select } from '@/ui/Select'
import type { KeyMade, Me } from '@/wire/schema.gen'

interface Props {
  me: Me
  onMade: (made: KeyMade) => void
  onClose: () => void
}

const SCOPES = ['read', 'run', 'approve', 'admin'] as const
const DAYS = [30, 90, 365, 0]

/** A new key: for whom, for what, and for how long. */
export function KeyForm({ me, onMade, onClose }: Props) {
  const own = SCOPES.filter((scope) => me.scopes.includes(scope))
  const [name, setName] = useState('')
  const [user, setUser] = useState('')
  const [scopes, setScopes] = useState<(typeof SCOPES)[number][]>(() => own.filter((scope) => scope !== 'admin'))
  const [days, setDays] = useState(90)
  const { busy, problem, act } = useAct('keys')
  const ready = name.trim() !== '' && scopes.length > 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const done = ready && (await act(async () => onMade(await makeKey({ name: name.trim(), user: user.trim(), scopes, days }))))
    if (done) onClose()
  }
  return (
    <Dialog open wide onClose={onClose} title={t('keys.new')}>
      <form onSubmit={(event) => void submit(event)} className="space-y-4">
        <TextField label={t('op.name')} hint={t('keys.name.hint')} value={name} maxLength={100} autoFocus onChange={(event) => setName(event.target.value)} />
        {me.roles.includes('admin') && (
          <TextField label={t('keys.user')} placeholder={me.user} value={user} spellCheck={false} onChange={(event) => setUser(event.target.value)} />
        )}
        <Checks
          label={t('keys.scopes')}
          options={own.map((value) => ({ value, label: value, hint: t(`keys.scope.${value}`) }))}
          chosen={scopes}
          onChange={setScopes}
        />
        <Select
          label={t('keys.days')}
          value={String(days)}
          options={DAYS.map((value) => ({ value: String(value), label: value ? t('keys.days.n', { n: value }) : t('keys.days.endless') }))}
          onChoose={(value) => setDays(Number(value))}
        />
        {problem && <ErrorOf error={problem} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabledReason={!ready && t('op.incomplete')}>
            {t('keys.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
