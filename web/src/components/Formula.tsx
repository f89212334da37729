import { createElement, type ReactNode } from 'react'

import { CodeBlock } from '@/components/CodeBlock'
import { useMath } from '@/hooks/useMath'
import type { MathNode } from '@/lib/mathml'
import { t } from '@/text/t'
import { CopyButton } from '@/ui/CopyButton'

/** A formula in a sentence; its source until, or unless, it can be drawn. */
export function InlineFormula({ source }: { source: string }) {
  const math = useMath(source, false)
  if (!math) return <code>{`$${source}$`}</code>
  return (
    <>
      {drawn(math)}
      <Source text={`$${source}$`} />
    </>
  )
}

interface Props {
  source: string
  /** Its end is not written yet. */
  incomplete: boolean
}

/** A formula on lines of its own. */
export function FormulaBlock({ source, incomplete }: Props) {
  const math = useMath(incomplete ? '' : source, true)
  if (incomplete) return <Unfinished source={source} />
  if (!math) return <CodeBlock className="language-math">{source}</CodeBlock>
  return (
    <div className="markdown-formula">
      <div role="group" aria-label={t('chat.formula')} tabIndex={0} className="scrollbar-thin">
        {drawn(math)}
        <Source text={`$$\n${source}\n$$`} />
      </div>
      <CopyButton text={source} label={t('chat.formula.copy')} />
    </div>
  )
}

/** One line, which is never higher than what it becomes: an answer that shrinks would jump. */
function Unfinished({ source }: { source: string }) {
  return (
    <div className="markdown-formula">
      <p className="h-8 min-w-0 flex-1 truncate font-mono text-xs leading-8 text-ink-3">{source.trimEnd().split('\n').at(-1)}</p>
    </div>
  )
}

/** MathML can't be selected in a useful way, so this is what a selection copies. */
function Source({ text }: { text: string }) {
  return (
    <span aria-hidden="true" className="markdown-formula-source">
      {text}
    </span>
  )
}

/** Elements, never markup. React sets styles one by one, which the policy allows. */
function drawn({ tag, attributes, style, children }: MathNode): ReactNode {
  const content = children.map((child) => (typeof child === 'string' ? child : drawn(child)))
  return createElement(tag, { ...attributes, style }, ...content)
}
