import type { ReactNode } from 'react'

import { columnsOf, type Tree } from '@/run/columns'
import { t } from '@/text/t'

/** A table in an answer. Its columns stand with its header, and a wide one scrolls by itself, also by keyboard. */
export function MarkdownTable({ node, children }: { node?: unknown; children?: ReactNode }) {
  const { shares, least } = columnsOf(node as Tree | undefined)
  return (
    <div role="group" aria-label={t('chat.table')} tabIndex={0} className="markdown-table scrollbar-thin">
      <table style={{ minWidth: `${least}rem` }}>
        <colgroup>
          {shares.map((share, at) => (
            <col key={at} style={{ width: `${share}%` }} />
          ))}
        </colgroup>
        {children}
      </table>
    </div>
  )
}
