import { address } from 'virtual:diagram-page'
import { useState } from 'react'

import { CodeBlock } from '@/components/CodeBlock'
import { useDiagram } from '@/hooks/useDiagram'
import { cx } from '@/lib/class'
import { LONGEST_DIAGRAM } from '@/run/diagram'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'

interface Props {
  source: string
  /** Its end is not written yet. */
  incomplete: boolean
}

/** A diagram that a model wrote. Its source until, or unless, it can be drawn. */
export function Diagram({ source, incomplete }: Props) {
  const code = <CodeBlock className="language-mermaid">{source}</CodeBlock>
  if (incomplete || source.trim() === '') return code
  if (source.length > LONGEST_DIAGRAM) return <Undrawn source={source} words={t('chat.diagram.long')} />
  return <Drawn key={source} source={source} />
}

function Drawn({ source }: { source: string }) {
  const { ref, drawing } = useDiagram(source)
  const [asSource, setAsSource] = useState(false)
  if (drawing.state === 'failed') return <Undrawn source={source} words={t('chat.diagram.failed')} />
  const shown = drawing.state === 'drawn' && !asSource
  return (
    <div className="relative overflow-hidden">
      {!shown && <CodeBlock className="language-mermaid">{source}</CodeBlock>}
      <div className={cx(shown ? 'rounded-lg border border-line bg-raised' : 'pointer-events-none absolute inset-x-0 top-0 h-px overflow-hidden opacity-0')}>
        <iframe
          ref={ref}
          title={t('chat.diagram', { kind: kindOf(source) })}
          // The drawing library is in there: it weighs nothing here.
          src={address}
          // No same origin, no forms, no pop-ups, no top navigation: it can draw, and that is all.
          sandbox="allow-scripts"
          referrerPolicy="no-referrer"
          loading="lazy"
          tabIndex={shown ? 0 : -1}
          aria-hidden={!shown}
          className="block w-full"
          style={{ height: drawing.state === 'drawn' ? drawing.height : 1 }}
        />
      </div>
      {drawing.state === 'drawn' && (
        <div className="mt-1 flex items-center justify-end gap-1">
          <Button small variant="quiet" onClick={() => setAsSource(!asSource)}>
            {t(asSource ? 'chat.diagram.show' : 'chat.diagram.source')}
          </Button>
          {shown && <CopyButton text={source} label={t('chat.diagram.copy')} />}
        </div>
      )}
    </div>
  )
}

function Undrawn({ source, words }: { source: string; words: string }) {
  return (
    <div>
      <CodeBlock className="language-mermaid">{source}</CodeBlock>
      <p className="mt-1 text-xs text-ink-3">{words}</p>
    </div>
  )
}

/** The first word that names what it is: `sequenceDiagram`. */
function kindOf(source: string): string {
  const line = source.split('\n').find((one) => /^\s*[A-Za-z]/.test(one) && !/^\s*(?:title|config)\b/.test(one))
  return /[A-Za-z][\w-]{0,40}/.exec(line ?? '')?.[0] ?? ''
}
