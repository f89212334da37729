/** What the benchmark compares with: the same chat as most tutorials draw it, with react-markdown. */
import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { createRoot } from 'react-dom/client'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'

const order = new URLSearchParams(location.hash.slice(1))
const agent = order.get('agent') ?? ''
const thread = order.get('thread') ?? ''
const headers = { authorization: `Bearer ${order.get('token') ?? ''}` }

function Chat({ stored }: { stored: UIMessage[] }) {
  const { messages, sendMessage, status } = useChat({
    id: thread,
    messages: stored,
    transport: new DefaultChatTransport({ api: `/api/chat/${agent}`, headers }),
  })
  return (
    <main style={{ maxWidth: 760, margin: 'auto' }}>
      <button type="button" onClick={() => void sendMessage({ text: order.get('say') ?? '' })}>
        Send
      </button>
      <div role="log" aria-label="Conversation" aria-busy={status !== 'ready'}>
        {messages.map((message) => (
          <div key={message.id}>
            {message.parts.map(
              (part, place) =>
                part.type === 'text' && (
                  <Markdown key={place} remarkPlugins={[remarkGfm]}>
                    {part.text}
                  </Markdown>
                ),
            )}
          </div>
        ))}
      </div>
    </main>
  )
}

const answer = await fetch(`/api/chat/${agent}/${thread}/messages`, { headers })
const root = document.getElementById('root')
if (root) createRoot(root).render(<Chat stored={await answer.json()} />)
