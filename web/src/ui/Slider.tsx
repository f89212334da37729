import { useId } from 'react'

import { cx } from '@/lib/class'

interface Props {
  label: string
  min: number
  max: number
  value: number
  /** The value in words. */
  words: string
  onChange: (value: number) => void
  className?: string
}

const THUMB =
  '[&::-webkit-slider-thumb]:-mt-[5px] [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full [&::-webkit-slider-thumb]:bg-accent-fill [&::-moz-range-thumb]:size-4 [&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-accent-fill'
const TRACK =
  '[&::-webkit-slider-runnable-track]:h-1.5 [&::-webkit-slider-runnable-track]:rounded-full [&::-webkit-slider-runnable-track]:bg-line-strong [&::-moz-range-track]:h-1.5 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong'

/** One of many places in a row. The browser's own, so every key and reader knows it. */
export function Slider({ label, words, value, onChange, className, ...range }: Props) {
  const id = useId()
  return (
    <div className={cx('flex items-center', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        id={id}
        type="range"
        {...range}
        value={value}
        aria-valuetext={words}
        onChange={(event) => onChange(Number(event.target.value))}
        className={cx('h-8 w-full cursor-pointer appearance-none rounded-md bg-transparent', TRACK, THUMB)}
      />
    </div>
  )
}
