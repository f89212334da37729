/** Folds the parts of a turn into what a person reads: the work, and the conclusion that stays. */
import { blockOf, type Block } from '@/run/blocks'
import { cardOf, isOver, type Card, type CardTurn } from '@/run/card'
import { isQuiet, sharesOf, type Share } from '@/run/group'
import { isTool, membersOf } from '@/run/part'
import { remarksOf } from '@/run/remarks'
import type { ChatMessage, ChatPart } from '@/wire/chat'
import type { Effect } from '@/wire/can.gen'

export type Entry = { id: string } & (
  | { kind: 'text'; text: string; streaming: boolean }
  | { kind: 'reasoning'; text: string; streaming: boolean; took?: number }
  | { kind: 'call'; card: Card }
  | { kind: 'calls'; cards: Card[]; shares: Share[] }
  | { kind: 'question'; card: Card }
  | { kind: 'file'; name: string; mediaType: string; url: string }
  | { kind: 'unknown'; type: string; value: unknown }
  | Block
)

export interface Timeline {
  /** What led to the conclusion. */
  work: Entry[]
  /** The last words, and everything after them: never folded away. */
  conclusion: Entry[]
  /** The work is shown as one line until somebody opens it. */
  folded: boolean
  /** The work as that line: what was done … */
  summary: Share[]
  /** … and what was not, in the order in which it came. */
  undone: Card[]
  /** The entries that wait for a person. */
  open: string[]
}

export interface Circumstances {
  live: boolean
  /** The thread's newest turn. */
  last?: boolean
  effects: Readonly<Record<string, Effect>>
}

const NO_EFFECTS: Readonly<Record<string, Effect>> = {}

export function timelineOf(message: ChatMessage, { live, last = true, effects }: Circumstances = { live: false, effects: NO_EFFECTS }): Timeline {
  const turn: CardTurn = { live, last, meta: message.metadata ?? {}, effects }
  const entries = entriesOf(message.parts, turn)
  const cut = conclusionAt(entries)
  const work = entries.slice(0, cut)
  const cards = work.flatMap(cardsOf)
  const calls = cards.filter((card) => !card.own && card.tool !== 'ask_user')
  return {
    work,
    conclusion: entries.slice(cut),
    folded: !live && turn.meta.status === 'success' && isWorthFolding(work),
    summary: sharesOf(calls.filter((card) => card.state === 'done')),
    undone: calls.filter((card) => card.state !== 'done'),
    open: entries.filter(isOpen).map((entry) => entry.id),
  }
}

/** Whether a message has anything to show: an answer begins before its first word. */
export function hasEntries({ parts }: ChatMessage): boolean {
  return parts.some((part, place) => isTool(part) || entryOf(part, place, false) !== null)
}

/** The cards in an entry. */
export function cardsOf(entry: Entry): Card[] {
  switch (entry.kind) {
    case 'call':
    case 'question':
      return [entry.card]
    case 'calls':
      return entry.cards
    default:
      return []
  }
}

function entriesOf(parts: readonly ChatPart[], turn: CardTurn): Entry[] {
  const remarks = remarksOf(parts)
  const found: Entry[] = []
  parts.forEach((part, place) => {
    const entry = isTool(part) ? entryOfCard(cardOf(part, remarks, turn)) : entryOf(part, place, turn.live)
    if (entry && !isEcho(entry, found)) add(found, entry, turn.effects)
  })
  return found
}

function isOpen(entry: Entry): boolean {
  return entry.kind === 'question' && (entry.card.state === 'waiting' || entry.card.state === 'unknown')
}

/** Whether a note says once more what stands on the card before it. */
function isEcho(entry: Entry, before: readonly Entry[]): boolean {
  return entry.kind === 'note' && before.flatMap(cardsOf).at(-1)?.error === entry.text
}

/** Appends an entry; a quiet call joins the quiet calls before it. */
function add(found: Entry[], entry: Entry, effects: Readonly<Record<string, Effect>>): void {
  const last = found.at(-1)
  const joins = entry.kind === 'call' && isQuiet(entry.card, effects)
  if (!joins || !last || !cardsOf(last).length || !cardsOf(last).every((card) => isQuiet(card, effects))) {
    found.push(entry)
    return
  }
  const cards = [...cardsOf(last), entry.card]
  found[found.length - 1] = { kind: 'calls', id: last.id, cards, shares: sharesOf(cards) }
}

function entryOfCard(card: Card): Entry {
  const asks = card.question && (!isOver(card.state) || card.tool === 'ask_user' || card.own)
  const open = card.state === 'waiting' || (card.state === 'unknown' && card.question)
  return { kind: open || (asks && card.question?.interrupt.kind !== 'approval') ? 'question' : 'call', id: card.id, card }
}

/** Parts that are no entry: frames, and what is told on the cards of calls. */
const SILENT = new Set(['step-start', 'data-interlock-edit', 'data-interlock-outcome'])

function entryOf(part: ChatPart, place: number, live: boolean): Entry | null {
  if (SILENT.has(part.type)) return null
  const id = `${part.type} ${place}`
  switch (part.type) {
    case 'reasoning':
      return part.text.trim() ? { kind: part.type, id, text: part.text, streaming: live && part.state === 'streaming', took: tookOf(part) } : null
    case 'text':
      return part.text.trim() ? { kind: part.type, id, text: part.text, streaming: live && part.state === 'streaming' } : null
    case 'file':
      return { kind: 'file', id, name: part.filename ?? '', mediaType: part.mediaType, url: part.url }
    default: {
      const block = blockOf(part)
      return block ? { ...block, id } : { kind: 'unknown', id, type: part.type, value: part }
    }
  }
}

/** How long a thought took, as the server measured it, ms. */
function tookOf(part: { providerMetadata?: unknown }): number | undefined {
  const took = membersOf(membersOf(part.providerMetadata)?.interlock)?.milliseconds
  return typeof took === 'number' ? took : undefined
}

/** Where the conclusion begins: at the last words, with what they stand on directly. */
function conclusionAt(entries: readonly Entry[]): number {
  const last = entries.findLastIndex((entry) => entry.kind === 'text')
  if (last < 0) return entries.length
  let first = last
  while (first > 0 && entries[first - 1]?.kind === 'text') first -= 1
  return first
}

/** A thought that stands alone folds by itself; words alone are no work. */
function isWorthFolding(work: readonly Entry[]): boolean {
  const deeds = work.filter((entry) => entry.kind !== 'text')
  return deeds.length > 0 && deeds.every(isSettled) && !(work.length === 1 && deeds[0]?.kind === 'reasoning')
}

/** What must stay in sight is not folded: a picture, a page, an open question, a note about a failure. */
function isSettled(entry: Entry): boolean {
  if (entry.kind === 'artifact' || entry.kind === 'chart' || entry.kind === 'file') return false
  return cardsOf(entry).every((card) => isOver(card.state))
}
