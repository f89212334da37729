import { CallCard } from '@/components/inspector/CallCard'
import type { TurnLog } from '@/run/log'
import { t } from '@/text/t'
import { Empty } from '@/ui/Empty'

interface Props {
  log: TurnLog
  chain: readonly { id: string }[]
  runId: string
}

/** The calls that a run had to do with, as they stand at the end of the turn. */
export function CallList({ log, chain, runId }: Props) {
  const calls = [...log.calls.values()].filter((call) => call.runs.includes(runId))
  if (calls.length === 0) return <Empty title={t('calls.none')} text={t('calls.none.text')} />
  return (
    <ul className="max-w-4xl space-y-3">
      {calls.map((call) => (
        <li key={call.id}>
          <CallCard {...{ call, chain, runId }} />
        </li>
      ))}
    </ul>
  )
}
