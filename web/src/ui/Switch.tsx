import { useId } from 'react'

interface Props {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once. */
export function Switch({ label, checked, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex items-center gap-2">
      <button
        type="button"
        role="switch"
        aria-checked={checked}
        aria-labelledby={id}
        onClick={() => onChange(!checked)}
        className="group h-[18px] w-8 shrink-0 rounded-full bg-line-control aria-checked:bg-accent-fill"
      >
        <span className="block size-3.5 translate-x-0.5 rounded-full bg-on-accent transition-transform group-aria-checked:translate-x-4" />
      </button>
      <span id={id} className="text-sm text-ink-2">
        {label}
      </span>
    </div>
  )
}
