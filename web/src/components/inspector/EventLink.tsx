import { Link } from '@tanstack/react-router'

import { paths } from '@/lib/paths'
import type { Place } from '@/run/log'
import { t } from '@/text/t'

interface Props {
  place: Place
  /** The runs of the turn, to name the one that is not this one. */
  chain: readonly { id: string }[]
  runId: string
}

/** Leads to an event, in this run or another one of the turn. */
export function EventLink({ place, chain, runId }: Props) {
  const run = chain.findIndex((one) => one.id === place.runId) + 1
  return (
    <Link
      to={paths.run(place.runId)}
      search={{ view: 'log' }}
      hash={`e${place.seq}`}
      className="text-xs whitespace-nowrap text-ink-3 underline-offset-2 hover:text-accent hover:underline"
    >
      {place.runId === runId ? t('calls.event', { seq: place.seq }) : t('calls.event.of', { seq: place.seq, run })}
    </Link>
  )
}
