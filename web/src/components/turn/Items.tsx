import { cx } from '@/lib/class'
import type { Item, ItemState } from '@/run/blocks'
import { t } from '@/text/t'
import { StatusShape, type Tone } from '@/ui/StatusWord'
import { Visible } from '@/ui/Visible'

const TONE: Record<ItemState, Tone> = { open: 'neutral', active: 'busy', done: 'good', failed: 'bad' }

interface Props {
  title: string
  items: Item[]
  /** A plan is walked in order; a list of things to do is not. */
  ordered: boolean
}

/** What is to do, and how far it is. */
export function Items({ title, items, ordered }: Props) {
  const done = items.filter((item) => item.state === 'done').length
  const List = ordered ? 'ol' : 'ul'
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-raised px-3 py-2.5">
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <h2 className="text-sm font-medium">{title}</h2>
        <span className="text-xs text-ink-3">{t('todo.count', { done, all: items.length })}</span>
      </div>
      <List className="space-y-1">
        {items.map((item, place) => (
          <li key={place} className="flex items-start gap-2.5 text-sm">
            <StatusShape tone={TONE[item.state]} className="mt-1" />
            {ordered && <span className="w-4 shrink-0 text-right text-ink-3">{place + 1}</span>}
            <span className={cx('min-w-0 [overflow-wrap:anywhere]', item.state === 'done' && 'text-ink-3')}>
              <Visible text={item.text} />
              <span className="sr-only"> ({t(`item.${item.state}`)})</span>
            </span>
          </li>
        ))}
      </List>
    </section>
  )
}
