interface Props<T extends string> {
  label: string
  options: readonly { value: T; label: string; hint?: string }[]
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}

/** Any of a few. */
export function Checks<T extends string>({ label, options, chosen, onChange }: Props<T>) {
  const toggle = (value: T) =>
    onChange(options.map((one) => one.value).filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-medium text-ink-2">{label}</legend>
      <div className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
        {options.map((option) => (
          <label key={option.value} className="flex min-h-7 items-center gap-2 text-sm">
            <input type="checkbox" checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} className="size-4 accent-accent-fill" />
            <span>
              {option.label}
              {option.hint && <span className="ml-1.5 text-xs text-ink-3">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
