import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

import { cx } from '@/lib/class'
import { useMenu } from '@/ui/useMenu'

const ITEM =
  'flex min-h-8 w-full cursor-default items-center gap-2 rounded-sm px-2 text-left text-sm outline-none select-none hover:bg-hover focus-visible:bg-hover'

interface Trigger {
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string
  onClick: () => void
}

interface Props {
  label: string
  /** The button that opens it; it must take the attributes that it is given. */
  trigger: (attributes: Trigger) => ReactElement
  children: ReactNode
}

/** A list of things to do, opened by a button. Arrow keys walk it, Escape closes it. */
export function Menu({ label, trigger, children }: Props) {
  const menu = useMenu()
  return (
    <>
      {trigger({
        'aria-haspopup': 'menu',
        'aria-expanded': menu.open,
        'aria-controls': menu.id,
        onClick: menu.toggle,
      })}
      <div
        ref={menu.ref}
        id={menu.id}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        onToggle={menu.onToggle}
        onKeyDown={menu.onKeyDown}
        onClick={menu.close}
        className="fixed inset-auto m-0 min-w-44 rounded-lg border border-line bg-raised p-1 text-ink shadow-overlay"
      >
        {menu.open && children}
      </div>
    </>
  )
}

interface ItemProps {
  children: ReactNode
  onSelect: () => void
  icon?: ReactNode
  danger?: boolean
}

export function MenuItem({ children, onSelect, icon, danger }: ItemProps) {
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={onSelect} className={cx(ITEM, danger && 'text-bad')}>
      {icon}
      {children}
    </button>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: { value: string; label: ReactNode }[]
  onChoose: (value: string) => void
}

/** One of a few, with a heading. */
export function MenuChoice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <div role="group" aria-label={label}>
      <div aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs text-ink-3">
        {label}
      </div>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={option.value === value}
          onClick={() => onChoose(option.value)}
          className={ITEM}
        >
          <Check className={cx('size-3.5', option.value !== value && 'invisible')} />
          {option.label}
        </button>
      ))}
    </div>
  )
}

export function MenuLine() {
  return <hr className="my-1 border-line" />
}
