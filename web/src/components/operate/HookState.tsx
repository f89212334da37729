import { t } from '@/text/t'
import { StatusWord } from '@/ui/StatusWord'
import type { Hook } from '@/wire/schema.gen'

/** On, off, or switched off by the server because nobody answered. */
export function HookState({ hook }: { hook: Hook }) {
  if (!hook.disabled_at) return <StatusWord tone="good">{t('webhooks.on')}</StatusWord>
  return <StatusWord tone={hook.disabled_why ? 'bad' : 'refused'}>{t(hook.disabled_why ? 'webhooks.off.server' : 'webhooks.off')}</StatusWord>
}
