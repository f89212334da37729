/** Every address: first those of pages, then those of the server. */
const part = encodeURIComponent

export const paths = {
  home: '/',
  chat: (agent: string, threadId: string) => `/chat/${part(agent)}/${part(threadId)}`,
  inbox: '/inbox',
  runs: '/runs',
  run: (runId: string) => `/runs/${part(runId)}`,
  threads: '/threads',
} as const

export const server = {
  live: '/livez',
  session: '/v1/session',
  changes: '/v1/changes',
  agents: '/v1/agents',
  threads: '/v1/threads',
  thread: (threadId: string) => `/v1/threads/${part(threadId)}`,
  rating: (threadId: string, messageId: string) =>
    `/v1/threads/${part(threadId)}/messages/${part(messageId)}/rating`,
  ratings: (threadId: string) => `/v1/threads/${part(threadId)}/ratings`,
  runs: '/v1/runs',
  run: (runId: string) => `/v1/runs/${part(runId)}`,
  cancel: (runId: string) => `/v1/runs/${part(runId)}/cancel`,
  events: (runId: string) => `/v1/runs/${part(runId)}/events`,
  trace: (runId: string) => `/v1/runs/${part(runId)}/trace`,
  interrupts: '/v1/interrupts',
  interrupt: (interruptId: string) => `/v1/interrupts/${part(interruptId)}`,
  answer: (interruptId: string) => `/v1/interrupts/${part(interruptId)}/answer`,
  chat: (agent: string) => `/api/chat/${part(agent)}`,
  chatStop: (agent: string, threadId: string) => `/api/chat/${part(agent)}/${part(threadId)}/stop`,
  chatMessages: (agent: string, threadId: string) =>
    `/api/chat/${part(agent)}/${part(threadId)}/messages`,
} as const
