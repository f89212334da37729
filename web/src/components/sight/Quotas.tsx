import { money, number } from '@/components/sight/boardWords'
import { share } from '@/run/figures'
import { cx } from '@/lib/class'
import { t } from '@/text/t'
import { StatusWord } from '@/ui/StatusWord'
import type { QuotaView } from '@/wire/schema.gen'

const PICO = 1e12
const STATE = { free: ['neutral', 'bg-accent-fill'], warning: ['wait', 'bg-wait'], full: ['bad', 'bg-bad'] } as const

/** How much may be spent, and how full that is. From 80 % on it says so. */
export function Quotas({ quotas }: { quotas: readonly QuotaView[] }) {
  return (
    <section aria-label={t('usage.quotas')} className="min-w-0 rounded-lg border border-line bg-raised px-4 py-3">
      <h2 className="flex min-h-7 items-center text-sm font-medium">{t('usage.quotas')}</h2>
      {quotas.length === 0 && <p className="py-1 text-sm text-ink-3">{t('usage.quotas.none')}</p>}
      <ul className="scrollbar-thin max-h-52 space-y-3 overflow-y-auto py-1" tabIndex={quotas.length > 3 ? 0 : undefined}>
        {quotas.map((one) => (
          <Quota key={one.quota.id} view={one} />
        ))}
      </ul>
    </section>
  )
}

/** What is used and reserved, in USD or tokens. */
function usedOf({ quota, meters: [meter] }: QuotaView): number {
  if (!meter) return 0
  const { spent_usd: usd = 0, reserved_usd: heldUsd = 0, spent_tokens: tokens = 0, reserved_tokens: heldTokens = 0 } = meter
  return quota.measure === 'usd' ? (usd + heldUsd) / PICO : tokens + heldTokens
}

function Quota({ view }: { view: QuotaView }) {
  const { quota, limit, words, meters, state } = view
  const used = usedOf(view)
  const whole = Number(limit)
  const amount = quota.measure === 'usd' ? money(String(used)) : number(used)
  const whose = quota.subject === '*' ? meters[0]?.key.subject : undefined
  const [tone, fill] = STATE[state]
  if (quota.period === 'run') {
    return (
      <li className="text-sm [overflow-wrap:anywhere]">
        {words}
        <p className="text-xs text-ink-3">{t('usage.quotas.run')}</p>
      </li>
    )
  }
  return (
    <li className="text-sm">
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 [overflow-wrap:anywhere]">{words}</span>
        <span className="whitespace-nowrap text-ink-2">{share(used, whole) || '0 %'}</span>
      </div>
      <div aria-hidden="true" className="my-1 h-1.5 overflow-hidden rounded-full bg-press">
        <div className={cx('h-full rounded-full', fill)} style={{ width: `${Math.min(100, whole ? (100 * used) / whole : 0)}%` }} />
      </div>
      <div className="flex items-center justify-between gap-3 text-xs text-ink-3">
        <span>{whose ? t('usage.quotas.by', { amount, name: whose }) : t('usage.quotas.used', { amount })}</span>
        <StatusWord tone={tone}>{t(`usage.quotas.${state}`)}</StatusWord>
      </div>
    </li>
  )
}
