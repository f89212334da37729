/** Which calls the agent itself came back to later in the turn: there the offers stand, and not here. */
import { isTool, membersOf, toolOf, type ToolPart } from '@/run/part'

/** The same call with the same arguments, or the same tool with others in a later step. */
export type Again = 'same' | 'other'

export function againOf(parts: readonly { type: string }[]): ReadonlyMap<string, Again> {
  const found = new Map<string, Again>()
  const calls = new Set<string>()
  const settled = new Set<string>()
  const later = new Set<string>()
  let step: string[] = []
  for (const part of parts.toReversed()) {
    if (part.type === 'step-start') {
      for (const tool of step) later.add(tool)
      step = []
    }
    if (!isTool(part)) continue
    const call = keyOf(part)
    if (calls.has(call) || settled.has(part.toolCallId)) found.set(part.toolCallId, 'same')
    else if (later.has(toolOf(part))) found.set(part.toolCallId, 'other')
    calls.add(call)
    step.push(toolOf(part))
    const about = toolOf(part) === 'settle_call' && membersOf(part.input)?.callId
    if (typeof about === 'string') settled.add(about)
  }
  return found
}

function keyOf(part: ToolPart): string {
  return `${toolOf(part)} ${JSON.stringify(part.input)}`
}
