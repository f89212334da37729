"""Questions as AG-UI interrupts.

Source: AG-UI 1.0, basic/patterns/interrupt-resume and events/lifecycle; the reasons that clients
know by name are ``tool_call`` and ``input_required``, others carry a prefix.
"""

from collections.abc import Iterable
from datetime import UTC, datetime

from interlock.domain.interrupts import Interrupt
from interlock.wires.agui.frames import VENDOR, Stream, WireEvent

REASONS: dict[str, str] = {
    "approval": "tool_call",
    "input": "input_required",
    "brake": "interlock:brake",
    "indeterminate": "interlock:indeterminate",
}
"""Why a run waits, in AG-UI's words, by the kind of the question."""


def interrupted(stream: Stream, questions: Iterable[Interrupt]) -> WireEvent:
    """The outcome of a run that waits for people."""
    return {"type": "interrupt", "interrupts": [_interrupt(stream, asked) for asked in questions]}


def _interrupt(stream: Stream, asked: Interrupt) -> WireEvent:
    event: WireEvent = {
        "id": asked.id,
        "reason": REASONS[asked.kind],
        "message": asked.question,
        "responseSchema": asked.schema,
        "metadata": {VENDOR: _more(asked)},
    }
    if asked.call_id:
        event["toolCallId"] = asked.call_id
    if stream.modern:  # an expired question can't even be given up by a client of the 0.x line
        event["expiresAt"] = iso(asked.expires_at)
    return event


def _more(asked: Interrupt) -> WireEvent:
    more: WireEvent = {"kind": asked.kind, "untrusted": asked.untrusted}
    if asked.tool:
        more |= {"tool": asked.tool, "arguments": asked.arguments, "digest": asked.digest}
    if asked.code:
        more["code"] = asked.code
    if asked.approver:
        more["approver"] = asked.approver
    if asked.four_eyes:
        more["fourEyes"] = True
    return more


def iso(time: int) -> str:
    """A time in ms since the epoch as ISO 8601, UTC."""
    text = datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")
