"""AG-UI events as dictionaries, and as SSE frames. Absent members are left out, never null."""

from collections.abc import Iterable

from msgspec import Struct, json

from interlock.domain.events import Noted
from interlock.domain.messages import Json

PROTOCOL_VERSION = "1.0"
"""The version that every run declares."""

VENDOR = "interlock"
"""Under this key, and with this prefix, stands what AG-UI has no word for."""

WireEvent = dict[str, Json]
"""One AG-UI event before it is encoded."""

_encoder = json.Encoder()


class Stream(Struct, frozen=True, kw_only=True):
    """Whom a stream answers.

    Args:
        thread_id: The thread as the client names it.
        run_id: The run as the client names it; the run that is shown may have another id of ours.
        modern: The client declared a protocol version. Without one it is of the 0.x line, whose
            schemas refuse what came with 1.0.
    """

    thread_id: str
    run_id: str
    modern: bool = True


def encode(events: Iterable[WireEvent]) -> bytes:
    """Events as SSE frames: one JSON object per frame, LF line ends (http-sse binding)."""
    return b"".join(b"data: " + _encoder.encode(event) + b"\n\n" for event in events)


def run_started(stream: Stream, run_id: str = "") -> WireEvent:
    """RUN_STARTED; ``run_id`` is ours when it is not the client's."""
    event: WireEvent = {
        "type": "RUN_STARTED",
        "threadId": stream.thread_id,
        "runId": stream.run_id,
        "protocolVersion": PROTOCOL_VERSION,
    }
    if run_id and run_id != stream.run_id:
        event["metadata"] = {VENDOR: {"runId": run_id}}
    return event


def run_finished(
    stream: Stream, outcome: WireEvent | None, usage: list[WireEvent] | None = None
) -> WireEvent:
    """RUN_FINISHED; without an outcome it reads as success everywhere."""
    event: WireEvent = {
        "type": "RUN_FINISHED",
        "threadId": stream.thread_id,
        "runId": stream.run_id,
    }
    if outcome is not None:
        event["outcome"] = outcome
    if usage:
        event["usage"] = usage
    return event


def run_error(
    text: str, code: str, usage: list[WireEvent] | None = None, data: WireEvent | None = None
) -> WireEvent:
    """RUN_ERROR. It has no ids, and its code is a string; ``data`` is for programs."""
    event: WireEvent = {"type": "RUN_ERROR", "message": text, "code": code}
    if usage:
        event["usage"] = usage
    if data:
        event["metadata"] = {VENDOR: data}
    return event


def custom(name: str, value: Json) -> WireEvent:
    """CUSTOM, under our prefix."""
    return {"type": "CUSTOM", "name": f"{VENDOR}.{name}", "value": value}


def note(fact: Noted) -> WireEvent:
    """A note: something was ignored or dropped, and why."""
    value: dict[str, Json] = {"code": fact.code, "text": fact.text}
    if fact.data is not None:
        value["data"] = fact.data
    return custom("note", value)


def success(stream: Stream) -> WireEvent:
    """The end of a run that leaves nothing to do."""
    return run_finished(stream, {"type": "success"} if stream.modern else None)
