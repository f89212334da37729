import type { Helper } from '@/run/blocks'
import { t } from '@/text/t'
import { Progress } from '@/ui/Progress'
import { StatusWord, type Tone } from '@/ui/StatusWord'
import { Visible } from '@/ui/Visible'

const TONE: Record<Helper['state'], Tone> = {
  running: 'busy',
  waiting: 'wait',
  done: 'good',
  failed: 'bad',
  cancelled: 'refused',
  neutral: 'neutral',
}

/** A sub-agent: what it was given, and how far it is. */
export function HelperRow({ helper }: { helper: Helper }) {
  const { agent, task, state, done, of, text } = helper
  return (
    <section aria-label={agent} className="rounded-lg border border-line bg-raised px-3 py-2.5">
      <div className="flex items-baseline justify-between gap-3 text-sm">
        <p className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-medium">
            <Visible text={agent} form="line" />
          </span>{' '}
          <span className="text-ink-2">
            <Visible text={task} form="line" />
          </span>
        </p>
        <StatusWord tone={TONE[state]}>{t(`agent.state.${state}`)}</StatusWord>
      </div>
      {done !== undefined && of !== undefined && of > 0 && (
        <div className="mt-1.5">
          <Progress label={t('card.progress')} done={done} of={of} words={t('card.progress.of', { done, of })} />
        </div>
      )}
      {text && (
        <p className="mt-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
          <Visible text={text} />
        </p>
      )}
    </section>
  )
}
