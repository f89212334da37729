import { AskedOf } from '@/components/ask/AskedOf'
import { Prose } from '@/components/Prose'
import { ToolCard } from '@/components/ToolCard'
import { Artifact } from '@/components/turn/Artifact'
import { CallGroup } from '@/components/turn/CallGroup'
import { Chart } from '@/components/turn/Chart'
import { HelperRow } from '@/components/turn/HelperRow'
import { Items } from '@/components/turn/Items'
import { FileBlock, NoteLine, UnknownBlock } from '@/components/turn/Plain'
import { Reasoning } from '@/components/turn/Reasoning'
import { Said } from '@/components/turn/Said'
import type { Block } from '@/run/blocks'
import { isOver } from '@/run/card'
import type { Entry } from '@/run/timeline'
import { t } from '@/text/t'

/** One entry of a timeline. */
export function EntryView({ entry }: { entry: Entry }) {
  switch (entry.kind) {
    case 'text':
      return <Prose text={entry.text} streaming={entry.streaming} />
    case 'reasoning':
      return <Reasoning text={entry.text} streaming={entry.streaming} took={entry.took} />
    case 'call':
      return <ToolCard card={entry.card} />
    case 'calls':
      return <CallGroup cards={entry.cards} shares={entry.shares} />
    case 'question':
      return isAnswered(entry) ? <Said card={entry.card} /> : <Asked entry={entry} />
    case 'file':
      return <FileBlock name={entry.name} mediaType={entry.mediaType} url={entry.url} />
    case 'unknown':
      return <UnknownBlock type={entry.type} value={entry.value} />
    default:
      return <BlockView block={entry} />
  }
}

/** A part with a form of its own. */
function BlockView({ block: entry }: { block: Block }) {
  switch (entry.kind) {
    case 'todo':
      return <Items title={entry.title || t('todo.title')} items={entry.items} ordered={false} />
    case 'plan':
      return <Items title={entry.title || t('plan.title')} items={entry.items} ordered />
    case 'agent':
      return <HelperRow helper={entry} />
    case 'note':
      return <NoteLine note={entry} />
    case 'artifact':
      return <Artifact artifact={entry} />
    case 'chart':
      return <Chart data={entry.data} />
  }
}

type QuestionEntry = Extract<Entry, { kind: 'question' }>

function isAnswered({ card }: QuestionEntry): boolean {
  return isOver(card.state) || card.state === 'running' || card.state === 'approved'
}

function Asked({ entry: { card } }: { entry: QuestionEntry }) {
  return card.question ? <AskedOf told={card.question} /> : <ToolCard card={card} />
}
