import type { ReactNode } from 'react'

interface Props {
  title: string
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** It is all that the page has: its title is the page's. */
  whole?: boolean
}

/** A place where nothing is yet, and what would bring something here. */
export function Empty({ title, text, action, icon, whole }: Props) {
  const Title = whole ? 'h1' : 'h2'
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center gap-1 px-4 py-16 text-center">
      {icon && <div className="mb-2 text-ink-3">{icon}</div>}
      <Title className="text-base font-semibold">{title}</Title>
      {text && <p className="text-sm text-ink-2">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
