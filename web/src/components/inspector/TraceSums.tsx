import { cx } from '@/lib/class'
import { count, usd } from '@/lib/format'
import { took } from '@/run/logTime'
import { language, t, tag, type Key } from '@/text/t'
import type { Trace } from '@/wire/schema.gen'

/** Where the time of a turn went, and what it cost. Waiting for people is apart. */
export function TraceSums({ trace }: { trace: Trace }) {
  const times: [Key, number, string][] = [
    ['trace.work', trace.work_ms, 'bg-line-control'],
    ['trace.model', trace.model_ms, 'bg-accent-fill'],
    ['trace.tool', trace.tool_ms, 'bg-good'],
    ['trace.waiting', trace.waiting_ms, 'border border-wait bg-wait-soft'],
  ]
  const words = tag(language())
  const { other_units: _, ...tokens } = trace.tokens
  const all = Object.values(tokens).reduce((sum, one) => sum + one, 0)
  return (
    <ul aria-label={t('trace.legend')} className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {times.filter(([key, ms]) => ms > 0 || key === 'trace.work').map(([key, ms, colour]) => (
        <li key={key} className="flex items-center gap-2">
          <span aria-hidden="true" className={cx('h-2.5 w-3.5 rounded-sm', colour)} />
          <span className="font-medium">{took(ms)}</span>
          <span className="text-ink-3">{t(key)}</span>
        </li>
      ))}
      {all > 0 && <li>{t('trace.tokens.n', { n: count(all, words) })}</li>}
      {all > 0 && <li className={cx(trace.unpriced > 0 && 'text-wait')}>{cost(trace, words)}</li>}
    </ul>
  )
}

function cost({ cost: sum, unpriced }: Trace, words: string): string {
  const shown = usd(sum, words)
  if (!unpriced) return shown
  return Number(sum) === 0 ? t('trace.unpriced') : t('trace.unpriced.part', { cost: shown })
}
