/** Short news that goes away by itself. Errors stay until they are dismissed. */
export interface Toast {
  id: number
  tone: 'good' | 'neutral' | 'bad'
  text: string
}

const SHOWN_MS = 4_000
const MOST = 3

let list: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

export function toast(text: string, tone: Toast['tone'] = 'good'): void {
  count += 1
  const id = count
  change([...list.slice(1 - MOST), { id, tone, text }])
  if (tone !== 'bad') setTimeout(() => dismiss(id), SHOWN_MS)
}

export function dismiss(id: number): void {
  change(list.filter((one) => one.id !== id))
}

export function toasts(): readonly Toast[] {
  return list
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly Toast[]): void {
  list = next
  for (const listener of listeners) listener()
}
