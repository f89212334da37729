import { t } from '@/text/t'
import { Button } from '@/ui/Button'
import type { JsonData } from '@/ui/jsonData'
import { Visible } from '@/ui/Visible'

const MOST_COLUMNS = 6
const LONGEST = 120

interface Props {
  columns: string[]
  rows: JsonData[]
  /** How many rows are not shown. */
  left: number
  onMore: () => void
}

/** Records that are all of one form, a row each. */
export function JsonTable({ columns, rows, left, onMore }: Props) {
  return (
    <div className="scrollbar-thin overflow-x-auto" role="group" tabIndex={0} aria-label={columns.join(', ')}>
      <table className="border-collapse text-sm">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="border-b border-line py-0.5 pr-5 text-left font-mono text-xs font-normal text-ink-3">
                <Visible text={name} form="line" />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {columns.map((name) => (
                <td key={name} className="py-0.5 pr-5 align-top">
                  <Visible text={word((row as Record<string, JsonData>)[name])} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 && (
        <Button small variant="quiet" className="-ml-2" onClick={onMore}>
          {t('ui.items.more', { n: left })}
        </Button>
      )}
    </div>
  )
}

/** The columns of a list of small records of one form; null when it is no such list. */
export function columnsOf(items: JsonData[]): string[] | null {
  const [first] = items
  if (items.length < 2 || !isRecord(first)) return null
  const columns = Object.keys(first)
  const form = JSON.stringify(columns)
  const fits = items.every((item) => isRecord(item) && JSON.stringify(Object.keys(item)) === form && Object.values(item).every(isSmall))
  return fits && columns.length > 0 && columns.length <= MOST_COLUMNS ? columns : null
}

function isRecord(value: JsonData | undefined): value is { [key: string]: JsonData } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSmall(value: JsonData): boolean {
  return typeof value === 'string' ? value.length <= LONGEST : typeof value !== 'object' || value === null
}

function word(value: JsonData | undefined): string {
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
  return value === null || value === undefined ? '–' : String(value)
}
