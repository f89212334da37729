import '@/style/tokens.css'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

import { asProblem } from '@/api/problem'
import { findToken } from '@/api/token'
import { SignIn } from '@/components/SignIn'
import { useLanguage } from '@/hooks/useLanguage'
import { useSignedIn } from '@/hooks/useSignedIn'
import { followSystem } from '@/lib/theme'
import { router } from '@/routes'
import { language, tag } from '@/text/t'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (failures, error) => failures < 2 && asProblem(error).passing,
    },
  },
})

/** A new language is a new tree: words are read where they are used. Drafts survive in storage. */
function App() {
  const spoken = useLanguage()
  const signedIn = useSignedIn()
  if (!signedIn) return <SignIn key={spoken} />
  return <RouterProvider key={spoken} router={router} />
}

async function start(): Promise<void> {
  followSystem()
  document.documentElement.lang = tag(language())
  await findToken()
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <App />
    </QueryClientProvider>,
  )
}

void start()
