"""Lifecycles as tables: what may follow what, for runs and for tool calls.

An illegal move raises and changes nothing. Server, loop and clients ask these tables and nobody
else; the web UI's types are generated from them.
"""

from typing import Literal

from interlock.errors import IllegalMove

CallStatus = Literal["proposed", "allowed", "waiting", "approved", "settled", "running", "ended"]

RUN_NEXT: dict[str, frozenset[str]] = {
    "queued": frozenset({"running", "cancelled", "failed"}),
    "running": frozenset({"success", "interrupted", "cancelled", "failed"}),
    "success": frozenset(),
    "interrupted": frozenset(),
    "cancelled": frozenset(),
    "failed": frozenset(),
}
"""A run ends exactly once; an interrupted run is continued by another run, never reopened."""

CALL_NEXT: dict[str, frozenset[str]] = {
    "proposed": frozenset({"allowed", "waiting", "ended"}),
    "allowed": frozenset({"running", "waiting", "ended"}),
    "waiting": frozenset({"approved", "settled", "ended"}),
    "approved": frozenset({"running", "ended"}),
    "settled": frozenset({"ended"}),
    "running": frozenset({"running", "waiting", "approved", "ended"}),
    "ended": frozenset(),
}
"""``settled`` is a call whose outcome is known without running it: a rejection, an expiry, an
answer of a person. After a crash, a ``running`` call is ``running`` once more (a repetition),
``waiting`` (a person must say whether it happened) or ``approved`` (the tool itself says that it
did not)."""

RUN_OVER: frozenset[str] = frozenset({"success", "interrupted", "cancelled", "failed"})


def move_run(current: str, target: str) -> str:
    """Move a run, or raise ``IllegalMove``."""
    return _move(RUN_NEXT, "run", current, target)


def move_call(current: str, target: CallStatus) -> CallStatus:
    """Move a tool call, or raise ``IllegalMove``."""
    _move(CALL_NEXT, "tool call", current, target)
    return target


def _move(table: dict[str, frozenset[str]], what: str, current: str, target: str) -> str:
    if target not in table[current]:
        raise IllegalMove(what, current, target)
    return target
