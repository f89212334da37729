interface Props {
  label: string
  done: number
  of: number
  words: string
}

/** How far something is, as a bar and in words. */
export function Progress({ label, done, of, words }: Props) {
  return (
    <div className="flex items-center gap-3">
      <progress
        aria-label={label}
        value={Math.min(done, of)}
        max={of}
        className="h-1.5 w-full max-w-60 appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-accent-fill [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent-fill"
      />
      <span className="text-xs whitespace-nowrap text-ink-2">{words}</span>
    </div>
  )
}
