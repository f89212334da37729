import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

import { cx } from '@/lib/class'
import { Spinner } from '@/ui/Spinner'

type Variant = 'quiet' | 'primary' | 'outline' | 'danger-outline'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  variant?: Variant
  small?: boolean
  /** Why it can't be pressed. The button stays focusable and says so. */
  disabledReason?: string | false | undefined
  busy?: boolean
  icon?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

const LOOK: Record<Variant, string> = {
  primary: 'bg-accent-fill text-on-accent border-transparent hover:bg-accent-fill-hover',
  outline: 'bg-raised text-ink border-line-strong hover:bg-hover active:bg-press',
  quiet: 'bg-transparent text-ink-2 border-transparent hover:bg-hover hover:text-ink active:bg-press',
  'danger-outline': 'bg-raised text-bad border-line-strong hover:border-bad-line hover:bg-bad-soft',
}

/** A button. None is ever the default of a form unless its `type` says so. */
export function Button(props: Props) {
  const { variant = 'outline', small, disabledReason, busy, icon, className, children, onClick, ...rest } = props
  const off = Boolean(disabledReason) || busy
  return (
    <button
      type="button"
      {...rest}
      title={disabledReason || undefined}
      aria-disabled={off || undefined}
      aria-busy={busy || undefined}
      onClick={off ? (event) => event.preventDefault() : onClick}
      className={cx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap select-none',
        small ? 'h-7 px-2 text-xs' : 'h-8 px-3 text-sm',
        LOOK[variant],
        off && 'opacity-55',
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
