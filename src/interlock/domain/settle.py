"""What a decision makes of the call that it was about."""

from msgspec.structs import replace

from interlock.domain.canonical import digest
from interlock.domain.interrupts import Decision, Interrupt
from interlock.domain.lifecycle import move_call
from interlock.domain.state import CallState, Settlement


def settle(call: CallState, question: Interrupt, decision: Decision) -> CallState:
    """The call after the decision: approved to run, or settled without running."""
    if decision.status == "superseded":
        return _settled(call, Settlement("superseded", decision.reason, by=decision.by))
    if question.kind == "indeterminate":
        return _indeterminate(call, decision)
    if decision.status == "expired":
        return _settled(call, Settlement("expired", decision.reason, by=decision.by))
    if decision.status == "cancelled":
        return _settled(
            call, Settlement("rejected", decision.reason or "abandoned", by=decision.by)
        )
    if question.kind == "input":
        return _settled(call, Settlement("done", value=decision.answer, by=decision.by))
    return _approval(call, question, decision)


def _settled(call: CallState, settlement: Settlement) -> CallState:
    return replace(call, status=move_call(call.status, "settled"), settlement=settlement)


def _approved(call: CallState, by: str) -> CallState:
    return replace(call, status=move_call(call.status, "approved"), approved_by=by)


def _approval(call: CallState, question: Interrupt, decision: Decision) -> CallState:
    if not decision.says_yes:
        return _settled(call, Settlement("rejected", decision.reason, by=decision.by))
    approved = replace(_approved(call, decision.by), approved_tool=question.fingerprint)
    edited = decision.field("editedArgs")
    if edited is None:
        return approved
    changed = digest(edited)
    return replace(approved, arguments=edited, digest=changed, edited=changed != call.digest)


def _indeterminate(call: CallState, decision: Decision) -> CallState:
    outcome = decision.field("outcome") if decision.status == "answered" else None
    if outcome == "happened":
        return _settled(call, Settlement("done", value=decision.field("result"), by=decision.by))
    if outcome == "run":
        return _approved(call, decision.by)
    return _settled(call, Settlement("skipped", decision.reason, by=decision.by))
