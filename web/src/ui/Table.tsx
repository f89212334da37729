import type { ReactNode } from 'react'

import { cx } from '@/lib/class'

export interface Column {
  name: string
  /** Left out on narrow screens. */
  wide?: boolean
  right?: boolean
  /** Takes the room that is left. */
  grow?: boolean
  /** For assistive technology only: what is in the cells says it to the eye. */
  hidden?: boolean
}

interface Props {
  label: string
  columns: readonly Column[]
  children: ReactNode
}

/** Rows of one form, dense. */
export function Table({ label, columns, children }: Props) {
  return (
    <table aria-label={label} className="w-full border-collapse text-sm">
      <thead className="sticky top-0 z-10 bg-ground shadow-[inset_0_-1px_0_var(--c-line)]">
        <tr>
          {columns.map((column) => (
            <th
              key={column.name}
              scope="col"
              className={cx(
                'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-ink-3 first:pl-0 last:pr-0',
                column.wide && 'hidden md:table-cell',
                column.right && 'text-right',
                column.grow && 'w-full',
              )}
            >
              <span className={cx(column.hidden && 'sr-only')}>{column.name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

interface CellProps extends Pick<Column, 'wide' | 'right' | 'grow'> {
  children?: ReactNode
  className?: string
}

/** `grow` cuts what does not fit. */
export function Cell({ wide, right, grow, className, children }: CellProps) {
  return (
    <td
      className={cx(
        'h-10 px-3 py-1.5 first:pl-0 last:pr-0 [&>span]:align-middle',
        wide && 'hidden md:table-cell',
        right && 'text-right',
        grow ? 'w-full max-w-0' : 'whitespace-nowrap',
        className,
      )}
    >
      {children}
    </td>
  )
}

export const ROW = 'border-b border-line hover:bg-hover focus-within:bg-hover'
