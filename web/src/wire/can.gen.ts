// Generated from the server's lifecycle tables by scripts/generate_types.py. Do not edit.

export type CallStatus =
  | "proposed"
  | "allowed"
  | "waiting"
  | "approved"
  | "settled"
  | "running"
  | "ended"

export type RunStatus =
  | "queued"
  | "running"
  | "success"
  | "interrupted"
  | "cancelled"
  | "failed"

export type EndStatus =
  | "success"
  | "interrupted"
  | "cancelled"
  | "failed"

export type InterruptKind =
  | "approval"
  | "input"
  | "brake"
  | "indeterminate"

export type InterruptStatus =
  | "open"
  | "answered"
  | "expired"
  | "superseded"
  | "cancelled"

export type Verdict =
  | "allow"
  | "ask"
  | "refuse"
  | "invalid"
  | "unknown_tool"

export type Effect =
  | "read"
  | "write"
  | "destructive"

export type OutcomeKind =
  | "done"
  | "failed"
  | "timed_out"
  | "cancelled"
  | "invalid"
  | "unknown_tool"
  | "refused"
  | "rejected"
  | "expired"
  | "superseded"
  | "skipped"
  | "unavailable"

export type Recovery =
  | "retry"
  | "edit"
  | "ask"
  | "check"

export const CALL_NEXT: Record<CallStatus, readonly CallStatus[]> = {
  proposed: ["allowed", "ended", "waiting"],
  allowed: ["ended", "running", "waiting"],
  waiting: ["approved", "ended", "settled"],
  approved: ["ended", "running"],
  settled: ["ended"],
  running: ["approved", "ended", "running", "waiting"],
  ended: [],
}

export const RUN_NEXT: Record<RunStatus, readonly RunStatus[]> = {
  queued: ["cancelled", "failed", "running"],
  running: ["cancelled", "failed", "interrupted", "success"],
  success: [],
  interrupted: [],
  cancelled: [],
  failed: [],
}

export const INTERRUPT_NEXT: Record<InterruptStatus, readonly InterruptStatus[]> = {
  open: ["answered", "cancelled", "expired", "superseded"],
  answered: [],
  expired: [],
  superseded: [],
  cancelled: [],
}

export const RECOVERY: Record<OutcomeKind, readonly Recovery[]> = {
  done: [],
  failed: ["edit", "retry"],
  timed_out: ["check"],
  cancelled: ["check"],
  invalid: ["edit"],
  unknown_tool: [],
  refused: [],
  rejected: [],
  expired: ["ask"],
  superseded: [],
  skipped: ["check"],
  unavailable: ["check"],
}

export const NEVER_RAN: readonly OutcomeKind[] = ["expired", "invalid", "refused", "rejected", "superseded", "unknown_tool"]
