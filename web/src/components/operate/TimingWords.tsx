import { absolute } from '@/lib/time'
import { inUnits } from '@/run/timing'
import { language, t, tag } from '@/text/t'
import type { Timing } from '@/wire/schema.gen'

/** When a schedule fires, in a line. */
export function TimingWords({ timing }: { timing: Timing }) {
  if (timing.cron) {
    return (
      <>
        <code className="font-mono text-xs">{timing.cron}</code> <span className="text-ink-3">{timing.zone}</span>
      </>
    )
  }
  if (timing.at) return t('schedules.once', { time: absolute(timing.at, tag(language())) })
  const { n, unit } = inUnits(timing.every ?? 0)
  return t(n === 1 ? `schedules.each.${unit}` : `schedules.every.${unit}`, { n })
}
