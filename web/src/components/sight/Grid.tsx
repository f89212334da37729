import type { ReactNode } from 'react'

import { cx } from '@/lib/class'

export interface GridColumn {
  name: string
  right?: boolean
}

export interface GridRow {
  key: string
  cells: readonly ReactNode[]
}

interface Props {
  title: string
  /** What one should know of it, in a line. */
  about?: string
  columns: readonly GridColumn[]
  rows: readonly GridRow[]
  empty: string
  className?: string
}

/** A dense table of figures. What does not fit beside one another is scrolled within it. */
export function Grid({ title, about, columns, rows, empty, className }: Props) {
  return (
    <section aria-label={title} className={cx('min-w-0', className)}>
      <h2 className="text-sm font-semibold">{title}</h2>
      {about && <p className="text-xs text-ink-3">{about}</p>}
      {rows.length === 0 ? (
        <p className="mt-2 border-t border-line py-3 text-sm text-ink-3">{empty}</p>
      ) : (
        <div role="group" aria-label={title} tabIndex={0} className="scrollbar-thin mt-1.5 overflow-x-auto">
          <table aria-label={title} className="w-full border-collapse text-sm">
            <thead>
              <tr>
                {columns.map((column) => (
                  <th
                    key={column.name}
                    scope="col"
                    className={cx(
                      'h-8 border-b border-line-strong px-2 text-left text-xs font-medium whitespace-nowrap text-ink-3 first:pl-0 last:pr-0',
                      column.right && 'text-right',
                    )}
                  >
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key} className="border-b border-line hover:bg-hover">
                  {row.cells.map((cell, place) => (
                    <td key={place} className={cx('h-8 px-2 whitespace-nowrap first:pl-0 last:pr-0', columns[place]?.right && 'text-right')}>
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
