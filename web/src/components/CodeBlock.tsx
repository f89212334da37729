import type { ComponentProps } from 'react'
import { useIsCodeFenceIncomplete } from 'streamdown'

import { useTokens } from '@/hooks/useTokens'
import type { Token } from '@/lib/highlight'
import { t } from '@/text/t'
import { CopyButton } from '@/ui/CopyButton'

const LANGUAGE = /language-(\S+)/

/** Code in an answer. Colours come when the block is whole, so that nothing flickers while it streams. */
export function CodeBlock({ className, children }: ComponentProps<'code'>) {
  const incomplete = useIsCodeFenceIncomplete()
  const code = typeof children === 'string' ? children.replace(/\n$/, '') : ''
  const language = LANGUAGE.exec(className ?? '')?.[1] ?? ''
  const lines = useTokens(code, incomplete ? '' : language)
  return (
    <div className="markdown-code">
      <div className="flex h-8 items-center justify-between pr-0.5 pl-3 text-xs text-ink-3">
        <span>{language || t('chat.code')}</span>
        <CopyButton text={code} />
      </div>
      <pre tabIndex={0} role="group" aria-label={language || t('chat.code')} className="scrollbar-thin">
        <code>
          <Tokens code={code} lines={lines} />
        </code>
      </pre>
    </div>
  )
}

/** Code with its colours, once they are there. */
export function Tokens({ code, lines }: { code: string; lines: Token[][] | null }) {
  if (!lines) return code
  return lines.map((line, row) => (
    <span key={row}>
      {line.map((token, column) => (
        <span key={column} style={token.color ? { color: token.color } : undefined}>
          {token.content}
        </span>
      ))}
      {row < lines.length - 1 && '\n'}
    </span>
  ))
}
