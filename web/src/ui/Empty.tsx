import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}

/** A place where nothing is yet, and what would bring something here. */
export function Empty({ title, text, action, icon }: Props) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-1 px-4 py-16 text-center">
      {icon && <div className="mb-2 text-ink-3">{icon}</div>}
      <h2 className="text-base font-semibold">{title}</h2>
      {text && <p className="text-sm text-ink-2">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
