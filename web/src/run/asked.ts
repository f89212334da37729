/** A question as a message tells it, in the form in which the server keeps it. */
import { membersOf, type Members, type ToolPart } from '@/run/part'
import type { TurnMeta } from '@/wire/chat'
import type { InterruptKind } from '@/wire/can.gen'
import type { Json, QuestionView } from '@/wire/schema.gen'

/** What the wire adds for clients that know only yes and no. */
const FOR_OTHERS = / Approve (if it did not happen: it runs then\. Reject to leave it as it is|with your answer as the reason, or reject)\.$/

/** Stands in until the stored question is there: the same words in the same places, nothing to press. */
export function askedBy(part: ToolPart, kind: InterruptKind, tool: string, meta: TurnMeta): QuestionView {
  return {
    status: 'open',
    interrupt: {
      ...NOBODY,
      ...placeOf(meta),
      ...grounds(membersOf(part.approval?.descriptor) ?? {}),
      ...aboutOf(part, kind, tool),
      id: part.approval?.id ?? '',
      kind,
      call_id: part.toolCallId,
      question: (part.approval?.requestReason ?? '').replace(FOR_OTHERS, ''),
    },
  }
}

const NOBODY = { tenant: '', user: '' }

function placeOf({ threadId = '', runId = '', turnId = '', agent = '', createdAt = 0, endedAt }: TurnMeta) {
  return { thread_id: threadId, run_id: runId, turn_id: turnId, agent, opened_at: endedAt ?? createdAt }
}

function grounds(told: Members) {
  return {
    schema: (membersOf(told.schema) ?? {}) as Record<string, Json>,
    expires_at: typeof told.expiresAt === 'number' ? told.expiresAt : 0,
    untrusted: told.untrusted === true,
    approver: typeof told.approver === 'string' ? told.approver : '',
    four_eyes: told.fourEyes === true,
    code: typeof told.code === 'string' ? told.code : '',
  }
}

/** The call that is asked about; one that was lost after a yes is named on a card of its own. */
function aboutOf(part: ToolPart, kind: InterruptKind, tool: string): { tool: string; arguments?: Json } {
  if (kind === 'brake') return { tool: '' }
  const input = membersOf(part.input)
  if (tool !== 'settle_call' || !input) return { tool, arguments: (part.input ?? null) as Json }
  return { tool: String(input.tool ?? ''), arguments: input.arguments ?? null }
}
