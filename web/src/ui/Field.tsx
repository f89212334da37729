import { useId, type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react'

import { cx } from '@/lib/class'

const BOX =
  'w-full rounded-md border border-line-control bg-ground px-2.5 text-base text-ink placeholder:text-ink-3 focus-visible:outline-offset-0'

interface Common {
  label: string
  /** The label is for assistive technology only; the place says it to the eye. */
  labelHidden?: boolean
  hint?: ReactNode
  error?: string | undefined
}

interface TextProps extends Common, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/** One line of text. */
export function TextField({ label, labelHidden, hint, error, className, ...rest }: TextProps) {
  const id = useId()
  return (
    <Framed id={id} {...{ label, labelHidden, hint, error }}>
      <input type="text" id={id} {...described(id, hint, error)} {...rest} className={cx(BOX, 'h-8', className)} />
    </Framed>
  )
}

interface AreaProps extends Common, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines; it grows with what is written. */
export function TextArea({ label, labelHidden, hint, error, className, ...rest }: AreaProps) {
  const id = useId()
  return (
    <Framed id={id} {...{ label, labelHidden, hint, error }}>
      <textarea
        id={id}
        rows={3}
        {...described(id, hint, error)}
        {...rest}
        className={cx(BOX, 'field-sizing-content max-h-80 min-h-16 resize-none py-1.5', className)}
      />
    </Framed>
  )
}

function Framed({ id, label, labelHidden, hint, error, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1 block text-xs font-medium text-ink-2'}>
        {label}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-about`} className="mt-1 text-xs text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-about`} role="alert" className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </div>
  )
}

function described(id: string, hint: ReactNode, error: string | undefined) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hint || error ? `${id}-about` : undefined,
  }
}
