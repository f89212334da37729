import { createContext, use } from 'react'

/** A decision that the server has stored. */
export interface Decided {
  id: string
  approved: boolean
  reason: string
  /** The run that goes on because of it; empty while questions are open. */
  runId: string
}

/** What a turn may do to the chat that it stands in. Elsewhere, nothing. */
export interface TurnActions {
  /** The chat marks its own message (`addToolApprovalResponse`) and follows what goes on. */
  onDecided?: (decided: Decided) => void
  /** Puts words into the composer, to be changed and sent. */
  compose?: (text: string) => void
  /** Sends words as the person's own. */
  say?: (text: string) => void
  /** Stops the run. */
  stop?: () => void
}

export const TurnContext = createContext<TurnActions>({})

export function useTurnActions(): TurnActions {
  return use(TurnContext)
}
