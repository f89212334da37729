import type { ReactNode } from 'react'

export interface HeadlineFigure {
  name: string
  value: ReactNode
  more?: ReactNode
}

/** A few figures in a row, each with its name below. */
export function Headline({ label, figures }: { label: string; figures: readonly HeadlineFigure[] }) {
  return (
    <dl aria-label={label} className="mb-5 grid grid-cols-[repeat(auto-fit,minmax(7.25rem,1fr))] gap-x-4 gap-y-4 border-y border-line py-4">
      {figures.map(({ name, value, more }) => (
        <div key={name} className="min-w-0">
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="mt-0.5 text-lg font-semibold">{value}</dd>
          {more && <dd className="text-xs text-ink-3">{more}</dd>}
        </div>
      ))}
    </dl>
  )
}
