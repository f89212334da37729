import { ChevronDown } from 'lucide-react'
import { useId } from 'react'

import { cx } from '@/lib/class'

interface Props {
  label: string
  labelHidden?: boolean
  value: string
  options: { value: string; label: string }[]
  onChoose: (value: string) => void
  className?: string
}

/** One of a list. The browser's own: it works with every keyboard, reader and phone. */
export function Select({ label, labelHidden, value, options, onChoose, className }: Props) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block text-xs font-medium text-ink-2'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
          className={cx(
            'h-8 w-full appearance-none truncate rounded-md border border-line-control bg-ground pr-7 pl-2.5 text-sm text-ink',
          )}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-2 right-2 size-4 text-ink-3" />
      </div>
    </div>
  )
}
