import { useState, type FormEvent } from 'react'

import { read } from '@/api/client'
import { setToken } from '@/api/token'
import { asProblem } from '@/api/problem'
import { wordsOf } from '@/components/ErrorOf'
import { Mark } from '@/components/Mark'
import { useTitle } from '@/hooks/useTitle'
import { server } from '@/lib/paths'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { TextField } from '@/ui/Field'

/** Asks for the token when the address did not carry one, or carried one that was `refused`. */
export function SignIn({ refused }: { refused: string }) {
  useTitle(t('token.title'))
  const [token, write] = useState('')
  const [error, setError] = useState(refused)
  const [busy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await read(server.agents, {}, undefined, token.trim())
      setToken(token.trim())
    } catch (caught) {
      const problem = asProblem(caught)
      setError(problem.status === 401 ? t('token.wrong') : wordsOf(problem))
      setBusy(false)
    }
  }

  return (
    <main className="flex min-h-full items-center justify-center p-4">
      <form onSubmit={(event) => void submit(event)} className="w-full max-w-sm">
        <Mark className="size-8" />
        <h1 className="mt-4 text-lg font-semibold">{t('token.title')}</h1>
        <p className="mt-1 mb-5 text-sm text-ink-2">{t('token.text')}</p>
        <TextField
          label={t('token.label')}
          type="password"
          autoComplete="current-password"
          spellCheck={false}
          value={token}
          error={error || undefined}
          onChange={(event) => write(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={busy} className="mt-3 w-full">
          {t('token.submit')}
        </Button>
      </form>
    </main>
  )
}
