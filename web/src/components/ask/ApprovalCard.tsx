import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'

import { agentsQuery } from '@/api/queries'
import { AskFrame } from '@/components/ask/AskFrame'
import type { AskProps } from '@/components/ask/askProps'
import { EditArguments, type Edit } from '@/components/ask/EditArguments'
import { because, Reason } from '@/components/ask/Reason'
import { ErrorOf } from '@/components/ErrorOf'
import { useAnswer } from '@/hooks/useAnswer'
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
  const { busy, problem, answer } = useAnswer(question, onDone)
  const say = (approved: boolean) => {
    const edited: Record<string, Json> = approved && edit ? { editedArgs: edit.value } : {}
    void answer(because({ ...edited, approved }, reason))
  }
  return (
    <AskFrame question={question} badge={<EffectBadge question={question} />}>
      {edit ? (
        <EditArguments
          schema={editSchemaOf(interrupt.schema)}
          before={interrupt.arguments}
          edit={edit}
          onEdit={setEdit}
          faults={problem?.data.faults}
        />
      ) : (
        <Exactly question={question}>
          {editSchemaOf(interrupt.schema) !== undefined && (
            <Button
              small
              variant="quiet"
              disabledReason={pending && t('ask.loading')}
              onClick={() => setEdit({ value: interrupt.arguments ?? {}, sound: true })}
            >
              {t('ask.edit')}
            </Button>
          )}
        </Exactly>
      )}
      <Reason value={reason} onWrite={setReason} />
      {problem && !(edit && problem.data.faults) && <ErrorOf error={problem} />}
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy}
          disabledReason={pending ? t('ask.loading') : whyNot(edit, interrupt.arguments)}
          onClick={() => say(true)}
        >
          {edit ? t('ask.approve.edited') : t('ask.approve')}
        </Button>
        <Button busy={busy} disabledReason={pending && t('ask.loading')} onClick={() => say(false)}>
          {t('ask.reject')}
        </Button>
        {edit && (
          <Button variant="quiet" onClick={() => setEdit(null)}>
            {t('ask.edit.stop')}
          </Button>
        )}
      </div>
    </AskFrame>
  )
}

/** Why changes can't be approved yet; nothing when they can. */
function whyNot(edit: Edit | null, before: Json | undefined): string | undefined {
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
