/** The only place that speaks to the server: adds the token, and turns every failure into a Problem. */
import { asProblem, Problem, problemOf } from '@/api/problem'
import { noteReached, noteUnreached } from '@/api/reach'
import { currentToken, setToken } from '@/api/token'

const PATIENCE_MS = 30_000

/** `fetch` with the token. Answers of any status come back; only a missing answer throws. */
export const serverFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('interlock-channel', 'web')
  const token = currentToken()
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  try {
    const response = await fetch(input, { ...init, headers, credentials: 'same-origin' })
    if (response.status === 401 && token && token === currentToken()) setToken('')
    if (response.status < 502 || response.headers.has('x-interlock-code')) noteReached()
    else noteUnreached()
    return response
  } catch (error) {
    const stopped = error instanceof DOMException && error.name === 'AbortError'
    if (!stopped) noteUnreached()
    throw error
  }
}

/** The same, for calls whose refusal is an error: a stream, for example. */
export async function opened(path: string, init?: RequestInit): Promise<Response> {
  const response = await serverFetch(path, init).catch((error: unknown) => {
    throw asProblem(error)
  })
  if (!response.ok) throw await problemOf(response)
  return response
}

/** Reads an address. `token` stands in for the session's own: to try one before it is kept. */
export function read<T>(path: string, query: Query = {}, signal?: AbortSignal, token?: string): Promise<T> {
  const headers = token ? { authorization: `Bearer ${token}` } : undefined
  return json<T>(path + queryOf(query), { signal, headers })
}

/** The same with the headers of the answer. */
export async function readWithHeaders<T>(path: string, query: Query, signal?: AbortSignal): Promise<{ body: T; headers: Headers }> {
  const response = await answered(path + queryOf(query), { signal })
  return { body: await bodyOf<T>(response), headers: response.headers }
}

export function post<T>(path: string, body: unknown = {}): Promise<T> {
  return json<T>(path, withBody('POST', body))
}

export function put<T>(path: string, body: unknown): Promise<T> {
  return json<T>(path, withBody('PUT', body))
}

export function patch<T>(path: string, body: unknown): Promise<T> {
  return json<T>(path, withBody('PATCH', body))
}

export async function remove(path: string): Promise<void> {
  await opened(path, { method: 'DELETE', signal: AbortSignal.timeout(PATIENCE_MS) })
}

export type Query = Record<string, string | number | null | undefined>

function queryOf(query: Query): string {
  const given = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  return given.length ? `?${new URLSearchParams(given).toString()}` : ''
}

function withBody(method: string, body: unknown): RequestInit {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

async function json<T>(path: string, init: RequestInit): Promise<T> {
  return bodyOf<T>(await answered(path, init))
}

async function answered(path: string, init: RequestInit): Promise<Response> {
  const patience = AbortSignal.timeout(PATIENCE_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, patience]) : patience
  return opened(path, { ...init, headers: { accept: 'application/json', ...init.headers }, signal })
}

async function bodyOf<T>(response: Response): Promise<T> {
  try {
    return (await response.json()) as T
  } catch (error) {
    if (error instanceof SyntaxError) throw new Problem(response.status, 'unexpected', '')
    throw asProblem(error)
  }
}
