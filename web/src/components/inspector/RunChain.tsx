import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'

import { RunStatus } from '@/components/inspector/RunStatus'
import { cx } from '@/lib/class'
import { paths } from '@/lib/paths'
import { t } from '@/text/t'
import type { Run } from '@/wire/schema.gen'

interface Props {
  chain: readonly Run[]
  run: Run
  /** The runs whose questions are open. */
  waiting: ReadonlySet<string>
}

/** The runs of a turn: each question ends one, and the answers begin the next. */
export function RunChain({ chain, run, waiting }: Props) {
  if (chain.length < 2) return null
  return (
    <nav aria-label={t('run.chain')} className="scrollbar-thin mt-4 overflow-x-auto">
      <ol className="flex w-max items-center gap-2">
        {chain.map((one, place) => (
          <li key={one.id} className="flex items-center gap-2">
            {place > 0 && <ArrowRight aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />}
            <Link
              to={paths.run(one.id)}
              aria-current={one.id === run.id ? 'page' : undefined}
              className={cx(
                'flex h-8 items-center gap-2 rounded-md border px-2.5 text-sm whitespace-nowrap',
                one.id === run.id ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
              )}
            >
              {t('run.chain.step', { n: place + 1 })}
              <RunStatus run={one} waits={waiting.has(one.id)} />
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
