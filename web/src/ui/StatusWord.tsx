import type { ReactNode } from 'react'

import { cx } from '@/lib/class'

/** What a state means to the reader; each has a shape of its own, so that colour is never alone. */
export type Tone = 'neutral' | 'busy' | 'wait' | 'unknown' | 'good' | 'bad' | 'refused'

const COLOUR: Record<Tone, string> = {
  neutral: 'text-ink-3',
  busy: 'text-accent',
  wait: 'text-wait',
  unknown: 'text-wait',
  good: 'text-good',
  bad: 'text-bad',
  refused: 'text-ink-3',
}

/** Ring, half disc, diamond, question, tick, cross, bar. */
const SHAPE: Record<Tone, ReactNode> = {
  neutral: <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  busy: (
    <>
      <circle cx="6" cy="6" r="4" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 2a4 4 0 0 1 0 8z" fill="currentColor" className="anim-breathe" />
    </>
  ),
  wait: <path d="M6 1.2 10.8 6 6 10.8 1.2 6z" fill="currentColor" />,
  unknown: (
    <path
      d="M3.8 4.1a2.2 2.2 0 1 1 3.3 1.9C6.4 6.4 6 6.8 6 7.6M6 10v.1"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
    />
  ),
  good: (
    <path d="m2 6.4 2.7 2.7L10 3.4" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
  ),
  bad: <path d="m2.8 2.8 6.4 6.4m0-6.4L2.8 9.2" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
  refused: <path d="M2.5 6h7" fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />,
}

/** The shape alone, where the word stands elsewhere. */
export function StatusShape({ tone, className }: { tone: Tone; className?: string }) {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className={cx('size-3 shrink-0', COLOUR[tone], className)}>
      {SHAPE[tone]}
    </svg>
  )
}

/** A state: shape and word. */
export function StatusWord({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-1.5 text-xs font-medium whitespace-nowrap', COLOUR[tone], className)}>
      <StatusShape tone={tone} />
      {children}
    </span>
  )
}
