import type { ReactNode } from 'react'

export interface HeadlineFigure {
  name: string
  value: ReactNode
  more?: ReactNode
}

/** A few figures in a row, each with its name below. */
export function Headline({ label, figures }: { label: string; figures: readonly HeadlineFigure[] }) {
  return (
    <dl aria-label={label} className="mb-5 grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-4 sm:grid-cols-4 xl:grid-cols-8">
      {figures.map(({ name, value, more }) => (
        <div key={name} className="flex min-w-0 flex-col-reverse justify-end">
          <dt className="truncate text-xs text-ink-3">
            {name}
          </dt>
          <dd className="min-w-0 truncate text-xl font-semibold">
            {value} {more && <span className="text-xs font-normal text-ink-3">{more}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
