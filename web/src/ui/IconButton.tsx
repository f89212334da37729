import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'

import { cx } from '@/lib/class'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled' | 'children'> {
  /** What it does; its name for everybody, and its tooltip. */
  label: string
  icon: ReactNode
  small?: boolean
  disabledReason?: string | false
  pressed?: boolean
  /** False where the name is clear from what stands beside it, or where a menu opens. */
  tooltip?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button that is an icon, with a name. */
export function IconButton(props: Props) {
  const { label, icon, small, disabledReason, pressed, tooltip = true, className, onClick, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      data-tip={tooltip && !disabledReason ? label : undefined}
      title={disabledReason || undefined}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabledReason ? true : undefined}
      onClick={disabledReason ? undefined : onClick}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md text-ink-3 hover:bg-hover hover:text-ink active:bg-press',
        'aria-pressed:text-accent aria-disabled:opacity-50',
        small ? 'size-7' : 'size-8',
        className,
      )}
    >
      {icon}
    </button>
  )
}
