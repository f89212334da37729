import '@/lib/strict'
import '@/style/tokens.css'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

import { post } from '@/api/client'
import { asProblem } from '@/api/problem'
import { findToken } from '@/api/token'
import { wordsOf } from '@/components/ErrorOf'
import { SignIn } from '@/components/SignIn'
import { useLanguage } from '@/hooks/useLanguage'
import { useSignedIn } from '@/hooks/useSignedIn'
import { followSystem } from '@/lib/theme'
import { router } from '@/routes'
import { server } from '@/lib/paths'
import { startLanguage } from '@/text/t'
import type { Session } from '@/wire/schema.gen'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && asProblem(error).passing,
    },
  },
})

/** A new language is a new tree: words are read where they are used. Drafts survive in storage. */
function App({ refused }: { refused: string }) {
  const spoken = useLanguage()
  const signedIn = useSignedIn()
  if (!signedIn) return <SignIn key={spoken} refused={refused} />
  return <RouterProvider key={spoken} router={router} />
}

async function start(): Promise<void> {
  followSystem()
  await startLanguage()
  let refused = ''
  await findToken((code) =>
    post<Session>(server.session, { code }).then(
      (session) => session.token,
      (error: unknown) => {
        refused = wordsOf(asProblem(error))
        return ''
      },
    ),
  )
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <App refused={refused} />
    </QueryClientProvider>,
  )
}

void start()
