import { memo, type ComponentProps } from 'react'
import { defaultRehypePlugins, Streamdown, useIsCodeFenceIncomplete, type Components } from 'streamdown'

import { CodeBlock } from '@/components/CodeBlock'
import { Diagram } from '@/components/Diagram'
import { FormulaBlock, InlineFormula } from '@/components/Formula'
import { MarkdownTable } from '@/components/MarkdownTable'
import { ModelImage, ModelLink } from '@/components/ModelLink'
import { useMathReady } from '@/hooks/useMath'
import { formulaAt, formulaIn, markFormulas, upTo } from '@/run/formula'
import { standing } from '@/run/rows'
import { t } from '@/text/t'

/** Sanitised, and without the HTML plugin: HTML is shown as text. One list for ever, or memo breaks. */
const REHYPE = defaultRehypePlugins.sanitize ? [defaultRehypePlugins.sanitize] : []

const COMPONENTS: Components = {
  a: ({ href, children }) => <ModelLink href={href}>{children}</ModelLink>,
  img: ({ src, alt }) => <ModelImage src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  code: ({ className, children }) => <Fence className={className}>{children}</Fence>,
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked} aria-label={t(checked ? 'chat.task.done' : 'chat.task.open')} />
  ),
  inlineCode: ({ children }) => <Span>{children}</Span>,
  table: ({ node, children }) => <MarkdownTable node={node}>{children}</MarkdownTable>,
  ...Object.fromEntries(
    ['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'strong', 'sup', 'sub', 'thead', 'tbody', 'tr', 'th', 'td'].map(
      (tag) => [tag, tag],
    ),
  ),
}

function Fence({ className, children }: ComponentProps<'code'>) {
  const incomplete = useIsCodeFenceIncomplete()
  const source = typeof children === 'string' ? children.replace(/\n$/, '') : ''
  if (className?.includes('language-mermaid')) return <Diagram source={source} incomplete={incomplete} />
  if (className?.includes('language-math')) return <FormulaBlock source={source} incomplete={incomplete} />
  return <CodeBlock className={className}>{children}</CodeBlock>
}

function Span({ children }: ComponentProps<'code'>) {
  const formula = typeof children === 'string' ? formulaIn(children) : null
  return formula === null ? <code>{children}</code> : <InlineFormula source={formula} />
}

interface Props {
  text: string
  streaming: boolean
}

/** A model's words. They are parsed in blocks, so that a long answer costs only its last one. */
export const Markdown = memo(function Markdown({ text, streaming }: Props) {
  const marked = markFormulas(streaming ? standing(text) : text, streaming)
  const formula = formulaAt(marked)
  const ready = useMathReady(formula >= 0)
  return (
    <Streamdown
      className="markdown"
      mode={streaming ? 'streaming' : 'static'}
      isAnimating={streaming}
      rehypePlugins={REHYPE}
      components={COMPONENTS}
      controls={false}
      linkSafety={NO_LINK_DIALOG}
    >
      {ready ? marked : upTo(marked, formula)}
    </Streamdown>
  )
})

/** Ours asks instead: see ModelLink. */
const NO_LINK_DIALOG = { enabled: false }
