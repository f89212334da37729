/** Turns that no recording has: what is on its way, and parts that the engine does not send yet. */
import type { ChatMessage, ChatPart, TurnMeta } from '@/wire/chat'

interface Shown {
  name: string
  message: ChatMessage
  live: boolean
}

function turn(name: string, parts: unknown[], live = false, metadata: TurnMeta = {}): Shown {
  const meta = { agent: 'demo', status: live ? ('running' as const) : ('success' as const), ...metadata }
  return { name, live, message: { id: name, role: 'assistant', metadata: meta, parts: parts as ChatPart[] } }
}

function call(tool: string, more: object) {
  return { type: `tool-${tool}`, toolCallId: `${tool}-1`, input: {}, ...more }
}

const PAGE = `<style>body{font:14px system-ui;margin:24px}button{font:inherit}</style>
<h1>Counter</h1><button onclick="n.textContent=+n.textContent+1">Count</button> <b id="n">0</b>
<p id="net">asking the network…</p>
<script>fetch('https://example.com').then(()=>net.textContent='REACHED',()=>net.textContent='no network, as it should be')
try{document.title=parent.document.title;net.textContent='SAW PARENT'}catch(e){}</script>`

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

export const made: Shown[] = [
  turn('preparing', [call('send_email', { state: 'input-streaming', rawInput: '{"to": "anna@example.com", "subject": "Old re' })], true),
  turn('checking', [call('send_email', { state: 'input-streaming', rawInput: '{"to": "anna@example.com"}' })], true),
  turn('running', [call('pay_invoice', { state: 'input-available', input: { invoice: '2026-117', amount: 480 } })], true),
  turn(
    'progress',
    [
      call('slow_count', {
        state: 'output-available',
        preliminary: true,
        input: { to: 5 },
        output: { done: 2, of: 5 },
      }),
    ],
    true,
  ),
  turn(
    'approved-waits',
    [call('pay_invoice', { state: 'approval-responded', input: { amount: 480 }, approval: { id: 'x', approved: true } })],
    false,
    { status: 'waiting' },
  ),
  turn('held', [call('get_weather', { state: 'input-available', input: { city: 'Oslo' } })], false, { status: 'waiting' }),
  turn('thinking', [{ type: 'reasoning', id: 'r', state: 'streaming', text: 'The folder has twenty reports. Three of four are older than ninety days, so a question is in order before anything goes.' }], true),
  turn('blocks', [
    {
      type: 'data-interlock-plan',
      data: { title: 'Move the archive', steps: [{ text: 'List what is there', state: 'done' }, { text: 'Copy it', state: 'active' }, 'Delete the originals'] },
    },
    {
      type: 'data-interlock-todo',
      data: { items: [{ text: 'Ask Anna', state: 'done' }, { text: 'Wait for the bank', state: 'failed' }, { text: 'Write the summary' }] },
    },
    {
      type: 'data-interlock-agent',
      data: { agent: 'scout', task: 'reads the twelve newest reports', state: 'running', progress: { done: 5, of: 12 }, text: 'a-2.pdf' },
    },
    { type: 'data-interlock-agent', data: { agent: 'critic', task: 'checks the summary' } },
    { type: 'data-interlock-note', data: { code: 'model_server', text: 'The provider broke off; the answer was asked for again.' } },
    { type: 'data-of-the-future', data: { any: 'thing' } },
    { type: 'text', text: 'This is how far it is.', state: 'done' },
  ]),
  turn('charts', [
    { type: 'data-chart', data: { type: 'line', title: 'Requests a day', unit: 'thousand', labels: DAYS, series: [{ name: 'this week', values: [12, 19, 17, 24, 28, 9, 7] }, { name: 'last week', values: [10, 14, 18, 17, null, 8, 6] }] } },
    { type: 'data-chart', data: { type: 'bar', title: 'Cost by role', unit: 'USD', labels: ['planner', 'worker', 'critic'], series: [{ name: 'cost', values: [1.2, 7.9, 2.4] }] } },
    { type: 'data-chart', data: { type: 'pie', slices: [{ name: 'a', share: 3 }] } },
  ]),
  turn('artifact', [{ type: 'data-artifact', data: { title: 'Counter', form: 'html', source: PAGE } }]),
]
