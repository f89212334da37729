import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import type { Problem } from '@/api/problem'
import { agentsQuery } from '@/api/queries'
import { AlwaysFields } from '@/components/ask/AlwaysFields'
import { AskFrame } from '@/components/ask/AskFrame'
import type { AskProps } from '@/components/ask/askProps'
import { EditArguments, type Edit } from '@/components/ask/EditArguments'
import { because, Reason } from '@/components/ask/Reason'
import { ErrorOf } from '@/components/ErrorOf'
import { useAnswer } from '@/hooks/useAnswer'
import { alwaysOf, FRESH, isSound, mayStand, type Always } from '@/run/always'
import { same } from '@/run/diff'
import { membersOf } from '@/run/part'
import { t } from '@/text/t'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { JsonView } from '@/ui/JsonView'
import type { Json, QuestionView } from '@/wire/schema.gen'

/** May this call run? The buttons weigh the same, none is the default, and Enter presses none. */
export function ApprovalCard({ question, pending, onDone }: AskProps) {
  const { interrupt } = question
  const [reason, setReason] = useState('')
  const [edit, setEdit] = useState<Edit | null>(null)
  const [always, setAlways] = useState<Always | null>(null)
  const { busy, problem, answer } = useAnswer(question, onDone)
  const say = (approved: boolean) => void answer(because(approved ? yesWith(edit, always, interrupt.arguments) : { approved }, reason))
  const off = pending && t('ask.loading')
  const editable = editSchemaOf(interrupt.schema)
  return (
    <AskFrame question={question} badge={<EffectBadge question={question} />}>
      {edit ? (
        <EditArguments schema={editable} before={interrupt.arguments} edit={edit} onEdit={setEdit} faults={problem?.data.faults} />
      ) : (
        <Exactly question={question}>
          {!always && editable !== undefined && (
            <Button small variant="quiet" disabledReason={off} onClick={() => setEdit({ value: interrupt.arguments ?? {}, sound: true })}>
              {t('ask.edit')}
            </Button>
          )}
        </Exactly>
      )}
      {always && <AlwaysFields given={interrupt.arguments} always={always} onChange={setAlways} />}
      <Reason value={reason} onWrite={setReason} />
      <Failed problem={problem} inForm={edit !== null} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabledReason={off || whyNot(edit, always, interrupt.arguments)} onClick={() => say(true)}>
          {yesOf(edit, always)}
        </Button>
        <Button busy={busy} disabledReason={off} onClick={() => say(false)}>
          {t('ask.reject')}
        </Button>
        {edit && (
          <Button variant="quiet" onClick={() => setEdit(null)}>
            {t('ask.edit.stop')}
          </Button>
        )}
        {!edit && <Standing question={question} always={always} off={off} onChange={setAlways} />}
      </div>
    </AskFrame>
  )
}

/** What is wrong with single arguments stands at them. */
function Failed({ problem, inForm }: { problem: Problem | undefined; inForm: boolean }) {
  return problem && !(inForm && problem.data.faults) ? <ErrorOf error={problem} /> : null
}

interface StandingProps {
  question: QuestionView
  always: Always | null
  off: string | false | undefined
  onChange: (always: Always | null) => void
}

/** Opens the way to a standing yes, where the server would take one. */
function Standing({ question, always, off, onChange }: StandingProps) {
  if (!mayStand(question.interrupt.schema)) return null
  return (
    <Button variant="quiet" disabledReason={off} onClick={() => onChange(always ? null : FRESH)}>
      {t(always ? 'ask.always.stop' : 'ask.always')}
    </Button>
  )
}

/** A yes to these arguments, to others, or to more than this one call. */
function yesWith(edit: Edit | null, always: Always | null, given: Json | undefined): Record<string, Json> {
  return { approved: true, ...(edit && { editedArgs: edit.value }), ...(always && !edit && { always: alwaysOf(always, given) }) }
}

function yesOf(edit: Edit | null, always: Always | null): string {
  if (always) return t(always.days === 1 ? 'ask.approve.always.day' : 'ask.approve.always', { n: always.days })
  return t(edit ? 'ask.approve.edited' : 'ask.approve')
}

/** Why it can't be approved yet; nothing when it can. */
function whyNot(edit: Edit | null, always: Always | null, before: Json | undefined): string | undefined {
  if (always && !isSound(always)) return t('ask.always.fix')
  if (!edit) return undefined
  if (!edit.sound) return t('ask.edit.fix')
  return same(edit.value, before) ? t('ask.edit.first') : undefined
}

/** The arguments in full: every character that hides is an escape, and the end is in sight. */
function Exactly({ question, children }: { question: QuestionView; children: ReactNode }) {
  const { interrupt, shown, length } = question
  return (
    <section className="rounded-md border border-line bg-sunken px-3 pt-1 pb-1">
      <div className="mb-1 flex min-h-7 items-center gap-3 text-xs text-ink-3">
        <p className="font-medium">{t('ask.arguments')}</p>
        <span className="flex-1">{length ? t('ask.length', { n: length }) : null}</span>
        <div className="-mr-2">{children}</div>
      </div>
      <JsonView value={interrupt.arguments ?? null} raw={shown || undefined} label={t('ask.arguments')} />
    </section>
  )
}

function EffectBadge({ question: { interrupt } }: { question: QuestionView }) {
  const { data } = useQuery(agentsQuery)
  const agent = data?.find((one) => one.name === interrupt.agent)
  const effect = agent?.tools.find((tool) => tool.name === interrupt.tool)?.effect
  if (!effect || effect === 'read') return null
  return <Badge tone={effect === 'destructive' ? 'bad' : 'neutral'}>{t(`ask.effect.${effect}`)}</Badge>
}

function editSchemaOf(schema: Record<string, Json>): Json | undefined {
  return membersOf(schema.properties)?.editedArgs
}
