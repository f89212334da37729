/** Server-sent events over the one fetch, read again after a break from where it stopped. */
import { opened } from '@/api/client'
import { asProblem } from '@/api/problem'
import { noteUnreached } from '@/api/reach'

export interface ServerEvent {
  id: string
  event: string
  data: string
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** The server says something at least every 15 s; silence means that the line is dead. */
const SILENCE_MS = 40_000

/**
 * Follows a stream until the signal aborts. `path` gets the last id, so that nothing comes twice; a
 * stream that ends by itself is over when `endless` is not set.
 */
export async function follow(
  path: (lastId: string) => string,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
  endless = false,
): Promise<void> {
  let lastId = ''
  let pause = FIRST_PAUSE_MS
  while (!signal.aborted) {
    try {
      const response = await opened(path(lastId), { signal, headers: { accept: 'text/event-stream' } })
      pause = FIRST_PAUSE_MS
      await readEvents(response, (event) => {
        if (event.id) lastId = event.id
        onEvent(event)
      })
      if (!endless) return
    } catch (error) {
      if (signal.aborted) return
      const problem = asProblem(error)
      if (!problem.passing && problem.code !== 'unexpected') throw problem
      if (problem.status === 0) noteUnreached()
    }
    await wait(pause, signal)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

async function readEvents(response: Response, onEvent: (event: ServerEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let rest = ''
  for (;;) {
    let dead = false
    const timer = setTimeout(() => {
      dead = true
      void reader.cancel()
    }, SILENCE_MS)
    const { done, value } = await reader.read()
    clearTimeout(timer)
    if (dead) throw new TypeError('the stream fell silent')
    if (done) return
    const frames = (rest + value).split(/\r?\n\r?\n/)
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      const event = eventOf(frame)
      if (event) onEvent(event)
    }
  }
}

/** One frame; null for a comment that keeps the line open. */
export function eventOf(frame: string): ServerEvent | null {
  const found: ServerEvent = { id: '', event: 'message', data: '' }
  const data: string[] = []
  for (const line of frame.split(/\r?\n/)) {
    const [, name, value = ''] = /^(\w+):? ?(.*)$/.exec(line) ?? []
    if (name === 'data') data.push(value)
    if (name === 'id') found.id = value
    if (name === 'event') found.event = value
  }
  return data.length ? { ...found, data: data.join('\n') } : null
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
