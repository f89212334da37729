/** The words of the interface. `t('key', {n: 2})` fills `{n}`; a key that does not exist is a type error. */
import { recall, remember } from '@/lib/storage'
import { en } from '@/text/en'

export type Key = keyof typeof en
export type Language = 'en' | 'zh'
export type Fill = Record<string, string | number>

type Messages = Record<Key, string>

/** English is the source and always there; another language is loaded when it is wanted. */
const LOADERS: Record<Language, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  zh: () => import('@/text/zh').then((found) => found.zh),
}
const KEPT = 'interlock.language'
const listeners = new Set<() => void>()

let current: Language = 'en'
let messages: Messages = en

export function language(): Language {
  return current
}

/** Loads the language that was chosen before, or that the browser asks for. Called once, before the first word. */
export async function startLanguage(): Promise<void> {
  await speak(preferred())
}

export async function chooseLanguage(chosen: Language): Promise<void> {
  await speak(chosen)
  remember('localStorage', KEPT, chosen)
}

async function speak(wanted: Language): Promise<void> {
  messages = await LOADERS[wanted]()
  current = wanted
  if (typeof document !== 'undefined') document.documentElement.lang = tag(wanted)
  for (const listener of listeners) listener()
}

/** Calls back when the language changes; returns how to stop that. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function t(key: Key, fill?: Fill): string {
  const message = messages[key]
  if (!fill) return message
  return message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(fill[name] ?? whole))
}

/** English has a form for one; Chinese uses the same. `shown` is how the number is written. */
export function plural(one: Key, many: Key, n: number, shown: string | number = n): string {
  return t(n === 1 ? one : many, { n: shown })
}

export function tag(of: Language): string {
  return of === 'zh' ? 'zh-CN' : 'en'
}

function preferred(): Language {
  const kept = recall('localStorage', KEPT)
  if (kept === 'en' || kept === 'zh') return kept
  const wanted = typeof navigator === 'undefined' ? [] : navigator.languages
  const first = wanted.find((one) => /^(en|zh)\b/i.test(one))
  return first?.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
