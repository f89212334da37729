/**
 * The bearer token. It arrives once in the fragment of the address that the server prints, leaves
 * the address bar at once, and stays in this tab's session storage. A new tab asks the open ones.
 */
import { recall, remember } from '@/lib/storage'

const KEPT = 'interlock.token'
const CHANNEL = 'interlock.session'
const PATIENCE_MS = 250

let token = ''
const listeners = new Set<() => void>()

export function currentToken(): string {
  return token
}

export function onToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setToken(given: string): void {
  token = given
  remember('sessionStorage', KEPT, given || null)
  for (const listener of listeners) listener()
}

/** Finds the token before the first request. Without one the sign-in page is shown. */
export async function findToken(): Promise<void> {
  const given = fromAddress()
  const found = given ?? recall('sessionStorage', KEPT) ?? (await askOtherTabs())
  answerOtherTabs()
  if (found) setToken(found)
}

function fromAddress(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const given = fragment.get('token')
  if (given === null) return null
  fragment.delete('token')
  const rest = fragment.toString()
  history.replaceState(history.state, '', location.pathname + location.search + (rest && `#${rest}`))
  return given
}

function askOtherTabs(): Promise<string | null> {
  if (typeof BroadcastChannel === 'undefined') return Promise.resolve(null)
  const channel = new BroadcastChannel(CHANNEL)
  return new Promise((resolve) => {
    const done = (found: string | null) => {
      channel.close()
      resolve(found)
    }
    const timer = setTimeout(() => done(null), PATIENCE_MS)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const found = tokenIn(data)
      if (!found) return
      clearTimeout(timer)
      done(found)
    })
    channel.postMessage({ wanted: true })
  })
}

function answerOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (token && isQuestion(data)) channel.postMessage({ token })
  })
}

function tokenIn(data: unknown): string {
  return typeof data === 'object' && data !== null && 'token' in data ? String(data.token) : ''
}

function isQuestion(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'wanted' in data
}
