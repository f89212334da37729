/** The recorded runs that the server's tests read, too. For tests. */
import { readdirSync, readFileSync } from 'node:fs'

import type { ChatMessage } from '@/wire/chat'

const FOLDER = new URL('../../../tests/fixtures/runs/', import.meta.url)

export const recordings = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ui.json'))
  .map((name) => name.replace('.ui.json', ''))

export function recorded(name: string): ChatMessage[] {
  return JSON.parse(readFileSync(new URL(`${name}.ui.json`, FOLDER), 'utf8')) as ChatMessage[]
}

/** The last turn of a recording. */
export function turnOf(name: string): ChatMessage {
  const turn = recorded(name).findLast((message) => message.role === 'assistant')
  if (!turn) throw new Error(`${name} has no turn`)
  return turn
}
