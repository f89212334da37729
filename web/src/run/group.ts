/** Consecutive calls that change nothing, told in one line: "read 7 files", "looked up 3 cities". */
import type { Card } from '@/run/card'
import { membersOf } from '@/run/part'
import type { Effect } from '@/wire/can.gen'

export type Deed = 'read' | 'looked' | 'listed' | 'searched' | 'called'

/** What was done how often: `thing` is a word for what, when the calls have one in common. */
export interface Share {
  deed: Deed
  tool: string
  count: number
  thing: Thing | ''
}

export type Thing = 'file' | 'folder' | 'page' | 'city' | 'place' | 'message' | 'report' | 'query' | 'year' | 'person'

const DEEDS: Record<string, Deed> = {
  read: 'read',
  open: 'read',
  view: 'read',
  cat: 'read',
  get: 'looked',
  look: 'looked',
  lookup: 'looked',
  fetch: 'looked',
  show: 'looked',
  describe: 'looked',
  check: 'looked',
  list: 'listed',
  ls: 'listed',
  search: 'searched',
  find: 'searched',
  grep: 'searched',
  query: 'searched',
}

const THINGS: Record<string, Thing> = {
  file: 'file',
  filename: 'file',
  path: 'file',
  folder: 'folder',
  directory: 'folder',
  dir: 'folder',
  url: 'page',
  page: 'page',
  city: 'city',
  place: 'place',
  location: 'place',
  message: 'message',
  email: 'message',
  mail: 'message',
  report: 'report',
  query: 'query',
  q: 'query',
  year: 'year',
  user: 'person',
  person: 'person',
}

const QUIET = new Set(['done', 'running', 'preparing', 'checking'])

/** Whether a call may stand in a group: it changes nothing, it went well, and nobody is asked. */
export function isQuiet(card: Card, effects: Readonly<Record<string, Effect>>): boolean {
  if (card.own || card.question || card.edit || !QUIET.has(card.state)) return false
  const effect = effects[card.tool]
  return effect ? effect === 'read' : deedOf(card.tool) !== 'called'
}

/** The calls of a group by what they did, in the order in which each first came. */
export function sharesOf(cards: readonly Card[]): Share[] {
  const tools = new Map<string, Card[]>()
  for (const card of cards) tools.set(card.tool, [...(tools.get(card.tool) ?? []), card])
  return [...tools].map(([tool, of]) => ({ deed: deedOf(tool), tool, count: of.length, thing: thingOf(tool, of) }))
}

export function deedOf(tool: string): Deed {
  return DEEDS[wordsOf(tool)[0] ?? ''] ?? 'called'
}

/** What the calls are about: an argument that all of them have and that differs, else the tool's own word. */
function thingOf(tool: string, cards: readonly Card[]): Thing | '' {
  const inputs = cards.map((card) => membersOf(card.input) ?? {})
  const [first = {}] = inputs
  for (const key of Object.keys(first)) {
    const thing = THINGS[key.toLowerCase()]
    if (thing && new Set(inputs.map((input) => JSON.stringify(input[key]))).size === cards.length) return thing
  }
  const words = wordsOf(tool)
  const last = words.at(-1) ?? ''
  return words.length > 1 ? (THINGS[last] ?? THINGS[last.replace(/s$/, '')] ?? '') : ''
}

function wordsOf(tool: string): string[] {
  return tool
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
}
