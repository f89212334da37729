/** Data parts that have a form of their own. What does not fit its form is shown as it is. */
import { dataOf, membersOf, type Members } from '@/run/part'
import type { Json } from '@/wire/schema.gen'

export type ItemState = 'open' | 'active' | 'done' | 'failed'

export interface Item {
  text: string
  state: ItemState
}

export interface Todo {
  kind: 'todo'
  title: string
  items: Item[]
}

export interface Plan {
  kind: 'plan'
  title: string
  items: Item[]
}

/** A sub-agent. One whose state is not told is neutral. */
export interface Helper {
  kind: 'agent'
  agent: string
  task: string
  state: 'running' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'neutral'
  done?: number
  of?: number
  text: string
}

export interface Artifact {
  kind: 'artifact'
  title: string
  form: 'html' | 'svg'
  source: string
}

export interface Note {
  kind: 'note'
  code: string
  text: string
}

export interface Chart {
  kind: 'chart'
  data: Json
}

export type Block = Todo | Plan | Helper | Artifact | Note | Chart

const ITEM_STATES: Record<string, ItemState> = {
  active: 'active',
  in_progress: 'active',
  running: 'active',
  done: 'done',
  completed: 'done',
  failed: 'failed',
}

/** The block of a data part; null when it has no form that is known here. */
export function blockOf(part: { type: string }): Block | null {
  const data = dataOf(part)
  if (!data) return null
  switch (part.type) {
    case 'data-interlock-note':
      return { kind: 'note', code: text(data.code), text: text(data.text) }
    case 'data-interlock-todo':
      return listOf('todo', data, data.items)
    case 'data-interlock-plan':
      return listOf('plan', data, data.steps)
    case 'data-interlock-agent':
      return helperOf(data)
    case 'data-artifact':
      return artifactOf(data)
    case 'data-chart':
      return { kind: 'chart', data: data as Json }
    default:
      return null
  }
}

function listOf<K extends 'todo' | 'plan'>(kind: K, data: Members, given: Json | undefined) {
  if (!Array.isArray(given)) return null
  const items = given.map(itemOf)
  return { kind, title: text(data.title), items }
}

function itemOf(given: Json): Item {
  const item = membersOf(given)
  if (!item) return { text: text(given), state: 'open' }
  return { text: text(item.text ?? item.title), state: ITEM_STATES[text(item.state ?? item.status)] ?? 'open' }
}

const HELPER_STATES = ['running', 'waiting', 'done', 'failed', 'cancelled'] as const

function helperOf(data: Members): Helper | null {
  if (typeof data.agent !== 'string') return null
  const progress = membersOf(data.progress)
  return {
    kind: 'agent',
    agent: data.agent,
    task: text(data.task),
    state: HELPER_STATES.find((state) => state === data.state) ?? 'neutral',
    done: typeof progress?.done === 'number' ? progress.done : undefined,
    of: typeof progress?.of === 'number' ? progress.of : undefined,
    text: text(data.text),
  }
}

function artifactOf(data: Members): Artifact | null {
  if (typeof data.source !== 'string') return null
  return { kind: 'artifact', title: text(data.title), form: data.form === 'svg' ? 'svg' : 'html', source: data.source }
}

function text(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
