import { t, type Key } from '@/text/t'

/** What the demo agents understand. Other agents have other tools, so nothing is suggested there. */
const DEMO = ['demo', 'assistant']

/** What is sent: the scripted model reads English, whatever the page speaks. */
const WORDS = {
  weather: 'Weather in Shenzhen, fit for a run?',
  delete: 'Delete old reports',
  three: 'Delete reports in a, b and c',
  mixed: 'Weather and delete',
  count: 'Count slowly',
  fail: 'Fail twice',
  ask: 'Ask me',
  think: 'Think',
} as const
const NAMES = Object.keys(WORDS) as (keyof typeof WORDS)[]

interface Props {
  agent: string
  onChoose: (words: string) => void
}

/** First messages that show what there is. */
export function Suggestions({ agent, onChoose }: Props) {
  if (!DEMO.includes(agent)) return null
  return (
    <ul aria-label={t('chat.suggestions')} className="mt-6 grid gap-2 sm:grid-cols-2">
      {NAMES.map((name) => (
        <li key={name}>
          <button
            type="button"
            onClick={() => onChoose(WORDS[name])}
            className="flex h-full w-full flex-col rounded-lg border border-line px-3.5 py-2.5 text-left hover:border-line-strong hover:bg-hover"
          >
            <span className="text-sm font-medium">{t(`try.${name}` satisfies Key)}</span>
            <span className="text-xs text-ink-3">{t(`try.${name}.hint` satisfies Key)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
