import { address } from 'virtual:diagram-page'
import { Minus, Plus } from 'lucide-react'
import { useState, type RefObject } from 'react'

import { Tokens } from '@/components/CodeBlock'
import { useDiagram, type Drawing } from '@/hooks/useDiagram'
import { useTokens } from '@/hooks/useTokens'
import { cx } from '@/lib/class'
import { LONGEST_DIAGRAM, zoomed } from '@/run/diagram'
import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { IconButton } from '@/ui/IconButton'

interface Props {
  source: string
  /** Its end is not written yet. */
  incomplete: boolean
}

/**
 * A diagram that a model wrote, in the room that its source takes: nothing moves when it is drawn.
 * Its source until, or unless, it can be drawn.
 */
export function Diagram({ source, incomplete }: Props) {
  const whole = !incomplete && isDrawable(source)
  const [zoom, setZoom] = useState(1)
  const [asSource, setAsSource] = useState(false)
  const { ref, drawing } = useDiagram(whole ? source : '', zoom)
  const shown = drawing === 'drawn' && !asSource
  const wrong = incomplete ? null : wrongWith(source, drawing)
  return (
    <div className="markdown-code markdown-diagram">
      <div className="flex h-8 items-center justify-end gap-0.5 pr-0.5 pl-3 text-xs text-ink-3">
        <span className="flex-1">mermaid</span>
        {shown && <Zoom zoom={zoom} onZoom={setZoom} />}
        {drawing === 'drawn' && (
          <Button small variant="quiet" onClick={() => setAsSource(!asSource)}>
            {t(asSource ? 'chat.diagram.show' : 'chat.diagram.source')}
          </Button>
        )}
        <CopyButton text={source} label={t('chat.diagram.copy')} />
      </div>
      <div className="relative">
        <Source source={source} incomplete={incomplete} shown={!shown} />
        {whole && drawing !== 'failed' && <Frame ref={ref} source={source} shown={shown} />}
        {wrong && <Wrong>{t(wrong)}</Wrong>}
      </div>
    </div>
  )
}

function isDrawable(source: string): boolean {
  return source.trim() !== '' && source.length <= LONGEST_DIAGRAM
}

function wrongWith(source: string, drawing: Drawing) {
  if (source.length > LONGEST_DIAGRAM) return 'chat.diagram.long'
  return drawing === 'failed' ? 'chat.diagram.failed' : null
}

/** Shown or not, it holds the room. */
function Source({ source, incomplete, shown }: Props & { shown: boolean }) {
  const lines = useTokens(source, incomplete ? '' : 'mermaid')
  return (
    <pre tabIndex={shown ? 0 : -1} role="group" aria-label="mermaid" className={cx('scrollbar-thin', !shown && 'invisible')}>
      <code>
        <Tokens code={source} lines={lines} />
      </code>
    </pre>
  )
}

function Frame({ ref, source, shown }: { ref: RefObject<HTMLIFrameElement | null>; source: string; shown: boolean }) {
  return (
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
      className={cx('absolute inset-0 size-full bg-raised', !shown && 'pointer-events-none opacity-0')}
    />
  )
}

/** Lies over the end of the source, so that it takes no room of its own. */
function Wrong({ children }: { children: string }) {
  return <p className="absolute inset-x-0 bottom-0 border-t border-line bg-sunken px-3 py-1.5 text-xs text-ink-3">{children}</p>
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const step = (by: -1 | 1) => ({ small: true, onClick: () => onZoom(zoomed(zoom, by)), disabledReason: zoomed(zoom, by) === zoom && t('chat.diagram.limit') })
  return (
    <>
      <IconButton label={t('chat.diagram.smaller')} icon={<Minus className="size-3.5" />} {...step(-1)} />
      <IconButton label={t('chat.diagram.larger')} icon={<Plus className="size-3.5" />} {...step(1)} />
    </>
  )
}

/** The first word that names what it is: `sequenceDiagram`. */
function kindOf(source: string): string {
  const line = source.split('\n').find((one) => /^\s*[A-Za-z]/.test(one) && !/^\s*(?:title|config)\b/.test(one))
  return /[A-Za-z][\w-]{0,40}/.exec(line ?? '')?.[0] ?? ''
}
