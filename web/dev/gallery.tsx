/** Every state of every card on one page, from the recorded runs: `npm run dev`, then /dev/gallery.html. */
import '@/style/tokens.css'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'

import { agentsQuery } from '@/api/queries'
import { questionQuery } from '@/api/questions'
import { Turn } from '@/components/Turn'
import { TurnContext } from '@/components/turnActions'
import { timelineOf, cardsOf } from '@/run/timeline'
import { chooseLanguage } from '@/text/t'
import { Tooltips } from '@/ui/Tooltips'
import type { ChatMessage } from '@/wire/chat'
import type { QuestionView, ToolView } from '@/wire/schema.gen'

import { made } from './made'

const files = import.meta.glob<ChatMessage[]>('../../tests/fixtures/runs/*.ui.json', { eager: true, import: 'default' })
const asked = new URLSearchParams(location.search)
document.documentElement.classList.toggle('dark', asked.has('dark'))
await chooseLanguage(asked.get('language') === 'zh' ? 'zh' : 'en')

const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false, refetchInterval: false } } })
const tool = (name: string, effect: ToolView['effect']): ToolView => ({
  name,
  effect,
  description: '',
  parameters: {},
  approval: 'auto',
  source: 'function',
})
client.setQueryData(agentsQuery.queryKey, [
  {
    name: 'demo',
    description: '',
    model: 'scripted',
    tools: [
      tool('get_weather', 'read'),
      tool('list_reports', 'read'),
      tool('delete_reports', 'destructive'),
      tool('send_email', 'write'),
      tool('pay_invoice', 'write'),
    ],
  },
])

const recordings = Object.entries(files).flatMap(([path, messages]) => {
  const name = path.replace(/^.*\/(.*)\.ui\.json$/, '$1')
  // Each recording counts its ids from one.
  const own = JSON.parse(JSON.stringify(messages).replaceAll(/"int_(\d+)"/g, `"${name}_$1"`)) as ChatMessage[]
  return own.filter((message) => message.role === 'assistant').map((message) => ({ name, message, live: false }))
})
const wanted = asked.get('only')?.split(',')
const shown = [...recordings, ...made].filter(({ name }) => !wanted || wanted.includes(name))
const soon = Date.now() + 6.5 * 86_400_000

for (const { message } of shown) {
  const { work, conclusion } = timelineOf(message)
  for (const { question } of [...work, ...conclusion].flatMap(cardsOf)) {
    if (!question) continue
    const view: QuestionView = { ...question, interrupt: { ...question.interrupt, user: 'ann', expires_at: soon } }
    const text = JSON.stringify(view.interrupt.arguments ?? null)
    client.setQueryData(questionQuery(view.interrupt.id).queryKey, { ...view, shown: text, length: text.length })
  }
}

function Gallery() {
  return (
    <TurnContext value={{ say: () => undefined, compose: () => undefined, stop: () => undefined }}>
      <main className="mx-auto max-w-read space-y-8 p-4">
        {shown.map(({ name, message, live }, place) => (
          <section key={place} id={name}>
            <h2 className="mb-2 text-xs text-ink-3">{name}</h2>
            <Turn message={message} live={live} last />
          </section>
        ))}
      </main>
      <Tooltips />
    </TurnContext>
  )
}

const router = createRouter({
  routeTree: createRootRoute({ component: Gallery }),
  history: createMemoryHistory(),
})
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}
