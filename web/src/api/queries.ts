/** What the pages read, as queries with one key each; and what they change. */
import {
  infiniteQueryOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query'

import { patch, post, put, read, readWithHeaders, remove, type Query } from '@/api/client'
import { server } from '@/lib/paths'
import type { ChatMessage } from '@/wire/chat'
import type {
  AgentList,
  AnswerIn,
  AnswerOut,
  EventPage,
  Inbox,
  Rating,
  RatingList,
  Run,
  RunList,
  RunView,
  Thread,
  ThreadList,
} from '@/wire/schema.gen'

const PAGE = 50
/** News come over the stream of changes; this is for the time when that is broken. */
const SELDOM_MS = 30_000

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => read<AgentList>(server.agents, {}, signal).then((found) => found.agents),
  staleTime: 60_000,
})

export const threadsQuery = (words = '') =>
  infiniteQueryOptions({
    queryKey: ['threads', words],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      read<ThreadList>(server.threads, { limit: PAGE, q: words, before: pageParam }, signal),
    getNextPageParam: (last) => last.before ?? null,
  })

export const threadQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['thread', threadId],
    queryFn: ({ signal }) => read<Thread>(server.thread(threadId), {}, signal),
  })

/** A part of a chat. `before`: where the earlier messages are; empty when there are none. */
export interface ChatPage {
  messages: ChatMessage[]
  before: string
}

const TURNS = 40

export async function chatPage(agent: string, threadId: string, before = '', signal?: AbortSignal): Promise<ChatPage> {
  const found = await readWithHeaders<ChatMessage[]>(server.chatMessages(agent, threadId), { turns: TURNS, before }, signal)
  return { messages: found.body, before: found.headers.get('x-interlock-earlier') ?? '' }
}

/** The last messages of a chat; read anew each time a chat is opened. */
export const chatQuery = (agent: string, threadId: string) =>
  queryOptions({
    queryKey: ['chat', agent, threadId],
    queryFn: ({ signal }) => chatPage(agent, threadId, '', signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const runsQuery = (search: Query = {}) =>
  infiniteQueryOptions({
    queryKey: ['runs', 'list', search],
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) => read<RunList>(server.runs, { limit: PAGE, before: pageParam, ...search }, signal),
    getNextPageParam: (last) => last.before ?? null,
  })

export const runQuery = (runId: string) =>
  queryOptions({
    queryKey: ['run', runId],
    queryFn: ({ signal }) => read<RunView>(server.run(runId), {}, signal),
  })

export const eventsQuery = (runId: string) =>
  queryOptions({
    queryKey: ['events', runId],
    queryFn: ({ signal }) => read<EventPage>(server.events(runId), {}, signal),
  })

/** The open questions, kept fresh while the tab is looked at. */
export const inboxQuery = queryOptions({
  queryKey: ['interrupts', 'open'],
  queryFn: ({ signal }) =>
    read<Inbox>(server.interrupts, { status: 'open', limit: 200 }, signal).then((found) => found.interrupts),
  refetchInterval: SELDOM_MS,
})

/** The latest run of a thread: how a tab learns of what another one, or the command line, did. */
export const latestRunQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['latest-run', threadId],
    queryFn: ({ signal }) =>
      read<RunList>(server.runs, { thread_id: threadId, limit: 1 }, signal).then(
        (found): Run | null => found.runs[0] ?? null,
      ),
    refetchInterval: SELDOM_MS,
    refetchOnWindowFocus: 'always' as const,
  })

export async function answerQuestion(client: QueryClient, id: string, answer: AnswerIn): Promise<AnswerOut> {
  try {
    return await post<AnswerOut>(server.answer(id), answer)
  } finally {
    await client.invalidateQueries({ queryKey: ['interrupts'] })
  }
}

export async function renameThread(client: QueryClient, threadId: string, title: string): Promise<void> {
  await patch<Thread>(server.thread(threadId), { title })
  await threadsChanged(client)
}

export async function deleteThread(client: QueryClient, threadId: string): Promise<void> {
  await remove(server.thread(threadId))
  client.removeQueries({ queryKey: ['thread', threadId] })
  await threadsChanged(client)
}

export async function threadsChanged(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: ['threads'] })
}

/** 1 is good, -1 is bad, 0 takes it back. */
export type Stars = -1 | 0 | 1

export const ratingsQuery = (threadId: string) =>
  queryOptions({
    queryKey: ['ratings', threadId],
    queryFn: ({ signal }) =>
      read<RatingList>(server.ratings(threadId), {}, signal).then(
        ({ ratings }) => new Map(ratings.map((one) => [one.message_id, one.value])),
      ),
    staleTime: 60_000,
  })

export async function rateMessage(
  client: QueryClient,
  threadId: string,
  messageId: string,
  value: Stars,
): Promise<void> {
  await put<Rating>(server.rating(threadId, messageId), { value })
  await client.invalidateQueries({ queryKey: ['ratings', threadId] })
}

export function stopChat(agent: string, threadId: string): Promise<unknown> {
  return post(server.chatStop(agent, threadId))
}
