"""Ids of traces and spans. They follow from the ids of the log, so anybody finds the same ones.

Source: W3C Trace Context, version 00: ``traceparent`` is ``00-<trace id>-<span id>-<flags>``, in
lower-case hexadecimal; ids of zeros alone are invalid; bit 1 of the flags says "sampled".
"""

import re
from hashlib import sha256

from msgspec import Struct

_FORM = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?\Z", re.ASCII)
_SAMPLED = 1


class Caller(Struct, frozen=True):
    """The span of somebody else's from which a run was begun."""

    trace_id: str
    span_id: str
    sampled: bool


def read_traceparent(header: str | None) -> Caller | None:
    """What a ``traceparent`` says; None when there is none, or when it is none.

    A version above 00 is read as if it were 00, and ff is invalid, as the specification says.
    """
    found = _FORM.match((header or "").strip())
    if found is None:
        return None
    version, trace_id, span_id, flags, more = found.groups()
    if version == "ff" or (version == "00" and more):
        return None
    if not trace_id.strip("0") or not span_id.strip("0"):
        return None
    return Caller(trace_id, span_id, bool(int(flags, 16) & _SAMPLED))


def traceparent(trace_id: str, span_id: str, *, sampled: bool = True) -> str:
    """The header that names a span of ours."""
    return f"00-{trace_id}-{span_id}-{int(sampled):02x}"


def clean(header: str | None) -> str:
    """A caller's ``traceparent`` as it is remembered: valid, or empty."""
    caller = read_traceparent(header)
    if caller is None:
        return ""
    return traceparent(caller.trace_id, caller.span_id, sampled=caller.sampled)


def trace_id_of(turn_id: str, remembered: str = "") -> str:
    """The trace of a turn: its caller's, or one that follows from the turn's id.

    Args:
        turn_id: The turn; all its runs are one trace.
        remembered: The ``traceparent`` that its first run was begun with.
    """
    caller = read_traceparent(remembered)
    return _digest(32, "turn", turn_id) if caller is None else caller.trace_id


def run_span(run_id: str) -> str:
    """The span of a run."""
    return _digest(16, "run", run_id)


def model_span(run_id: str, message_id: str) -> str:
    """The span of one attempt to call a model."""
    return _digest(16, "model", run_id, message_id)


def tool_span(run_id: str, call_id: str, attempt: int) -> str:
    """The span of one execution of a tool."""
    return _digest(16, "tool", run_id, call_id, str(attempt))


def gate_span(run_id: str, seq: int) -> str:
    """The span of a verdict."""
    return _digest(16, "gate", run_id, str(seq))


def wait_span(interrupt_id: str) -> str:
    """The span of waiting for a person."""
    return _digest(16, "wait", interrupt_id)


def _digest(length: int, *words: str) -> str:
    found = sha256("\0".join(("interlock", *words)).encode()).hexdigest()[:length]
    return found if found.strip("0") else found[:-1] + "1"
