import type { ReactNode } from 'react'

import { Changes } from '@/components/ask/Changes'
import { Recover } from '@/components/turn/Recover'
import { useTurnActions } from '@/components/turnActions'
import type { Card } from '@/run/card'
import { membersOf } from '@/run/part'
import { t } from '@/text/t'
import { NEVER_RAN, type OutcomeKind } from '@/wire/can.gen'
import type { Json } from '@/wire/schema.gen'
import { Button } from '@/ui/Button'
import { JsonView } from '@/ui/JsonView'
import { Progress } from '@/ui/Progress'
import { Visible } from '@/ui/Visible'

/** Everything about a call: what was given, what came back, and what still helps. */
export function CardBody({ card }: { card: Card }) {
  return (
    <div className="space-y-3">
      <Standing card={card} />
      {card.edit && (
        <Section title={t('card.edited', { who: card.edit.by })}>
          <Changes before={card.input} after={card.edit.arguments} />
        </Section>
      )}
      <Arguments card={card} />
      {card.progress !== undefined && <Going progress={card.progress} />}
      {card.output !== undefined && (
        <Section title={t('card.result')}>
          <JsonView value={card.output} label={t('card.result')} />
        </Section>
      )}
      {card.state === 'running' && <Cancel />}
      <Recover card={card} />
    </div>
  )
}

/** Where the call stands, in a sentence. */
function Standing({ card }: { card: Card }) {
  const lines = [...reasonsOf(card), sentenceOf(card)].filter(Boolean)
  if (lines.length === 0) return null
  return (
    <div className="space-y-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
      {lines.map((line) => (
        <p key={line} className="whitespace-pre-wrap">
          <Visible text={line} />
        </p>
      ))}
    </div>
  )
}

function reasonsOf({ reason, error, question, state }: Card): string[] {
  const asked = question?.interrupt.kind === 'input' ? '' : reason
  const said = asked && state !== 'refused' ? t('card.reason', { reason: asked }) : (asked ?? '')
  return error && error !== asked ? [error, said] : [said]
}

function sentenceOf({ state, recovery }: Card): string {
  if (state === 'held') return t('card.held')
  if (state === 'approved') return t('card.approved')
  if (NEVER_RAN.includes(state as OutcomeKind)) return t('card.never')
  return state === 'timed_out' && recovery.includes('check') ? t('card.maybe') : ''
}

function Arguments({ card }: { card: Card }) {
  if (card.input === undefined) return null
  const title = card.edit ? t('card.arguments.model') : t('card.arguments')
  const empty = membersOf(card.input) && Object.keys(card.input ?? {}).length === 0
  return (
    <Section title={empty ? t('card.arguments.none') : title}>
      {!empty && <JsonView value={card.input} label={title} />}
    </Section>
  )
}

function Going({ progress }: { progress: Json }) {
  const found = membersOf(progress)
  const { done, of } = found ?? {}
  return (
    <Section title={t('card.progress')}>
      {typeof done === 'number' && typeof of === 'number' && of > 0 ? (
        <Progress label={t('card.progress')} done={done} of={of} words={t('card.progress.of', { done, of })} />
      ) : (
        <JsonView value={progress} label={t('card.progress')} />
      )}
    </Section>
  )
}

function Cancel() {
  const { stop } = useTurnActions()
  if (!stop) return null
  return (
    <Button small onClick={stop}>
      {t('card.cancel')}
    </Button>
  )
}

interface SectionProps {
  title: string
  children?: ReactNode
}

function Section({ title, children }: SectionProps) {
  return (
    <section>
      <p className="mb-1 text-xs font-medium text-ink-3">{title}</p>
      {children}
    </section>
  )
}
