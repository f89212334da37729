/**
 * The bearer token. It arrives once in the fragment of the address that the server prints, as itself
 * or as a code to redeem, leaves the address bar at once, and stays in this tab's session storage.
 * A new tab asks the open ones.
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

/** What the address carried: a token, or a one-time code that `redeem` turns into one. */
type Redeem = (code: string) => Promise<string>

/** Finds the token before the first request. Without one the sign-in page is shown. */
export async function findToken(redeem: Redeem): Promise<void> {
  const { token: given, code } = fromAddress()
  const opened = code ? await redeem(code) : given
  const found = opened || recall('sessionStorage', KEPT) || (await askOtherTabs())
  answerOtherTabs()
  if (found) setToken(found)
}

function fromAddress(): { token: string; code: string } {
  const fragment = new URLSearchParams(location.hash.slice(1))
  const given = { token: fragment.get('token') ?? '', code: fragment.get('code') ?? '' }
  if (!given.token && !given.code) return given
  fragment.delete('token')
  fragment.delete('code')
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
