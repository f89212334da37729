"""The recorded answers of real APIs, and what must come out of each."""

from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from interlock.domain.messages import AssistantMessage, CallPart, ReasoningPart, text_of
from interlock.domain.model import Fault, FaultKind, Part, Reply
from interlock.domain.usage import Usage
from interlock.models.anthropic_stream import MessagesWire
from interlock.models.faults import Origin
from interlock.models.openai_chat_stream import ChatWire
from interlock.models.reader import AnswerReader

FOLDER = Path(__file__).parent.parent / "fixtures" / "recordings"

Json = Any


class Recording(msgspec.Struct, frozen=True):
    """One body and its expected outcome."""

    file: str
    provider: str
    api: str
    status: int
    content_type: str | None
    headers: dict[str, str]
    streaming: bool
    expected: dict[str, Json]

    @property
    def body(self) -> bytes:
        return (FOLDER / self.file).read_bytes()

    @property
    def label(self) -> str:
        kind = "text/event-stream" if self.streaming else "application/json"
        return self.content_type or kind


RECORDINGS = msgspec.json.decode((FOLDER / "index.json").read_bytes(), type=list[Recording])
STREAMS = [recording for recording in RECORDINGS if recording.streaming]

FAULT_KINDS: dict[str, FaultKind] = {
    "context_length": "context_length",
    "auth": "auth",
    "invalid_request": "bad_request",
    "not_found": "not_found",
    "server": "server",
    "overloaded": "overloaded",
    # The provider threw the model's own call away: asking again can help, other words can't.
    "tool_use_failed": "bad_answer",
    "malformed": "bad_answer",
}
"""The index's word for a failure, and ours."""


def name_of(recording: Recording) -> str:
    return recording.file


class CountingIds:
    """Ids that are the same in every run: call_1, call_2 …"""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, prefix: str) -> str:
        self.count += 1
        return f"{prefix}_{self.count}"


def reader_for(recording: Recording) -> AnswerReader:
    origin = Origin(recording.provider, "asked-model", "A_KEY")
    wire = MessagesWire if recording.api == "anthropic-messages" else ChatWire
    return AnswerReader(wire(origin, "msg_1", CountingIds()))


def outcome_of(final: Part) -> dict[str, Json]:
    """Everything that matters of an outcome, in the words of the index."""
    if isinstance(final, Fault):
        return {"fault": final.kind, "usage": usage_of(final.usage)}
    assert isinstance(final, Reply)
    return {
        "text": text_of(final.message),
        "reasoning": reasoning_of(final.message),
        "calls": calls_of(final.message),
        "stop": final.stop,
        "stop_raw": final.stop_raw,
        "usage": usage_of(final.usage),
        "model": final.model,
        "id": final.response_id,
    }


def expected_of(recording: Recording) -> dict[str, Json]:
    expected = recording.expected
    usage = expected["usage"]
    error = expected["error"]
    if error:
        known = usage_of(Usage() if not error["mid_stream"] and recording.status != 200 else None)
        counted = wanted_usage(usage) if usage else known
        return {"fault": FAULT_KINDS[error["category"]], "usage": counted}
    return {
        # The words of a refusal are words of the answer; the stop reason says what they are.
        "text": expected["text"] + (expected["refusal"] or ""),
        "reasoning": expected["reasoning"],
        "calls": [[call["name"], call["arguments"]] for call in expected["tool_calls"]],
        "stop": expected["stop_reason"] or "unknown",
        "stop_raw": expected["stop_reason_raw"] or "",
        "usage": wanted_usage(usage) if usage else usage_of(None),
        "model": expected["model"] or "",
        "id": expected["id"] or "",
    }


def wanted_usage(usage: dict[str, int | None]) -> Usage:
    return Usage(
        input_tokens=usage["input_total"] or 0,
        output_tokens=usage["output_total"] or 0,
        cached_tokens=usage["cache_read"] or 0,
        cache_write_tokens=usage["cache_write"] or 0,
        reasoning_tokens=usage["reasoning"] or 0,
    )


def usage_of(usage: Usage | None) -> Usage:
    """Without the classes that the index does not count."""
    known = usage or Usage(known=False)
    return replace(known, hour_write_tokens=0, web_searches=0, input_audio_tokens=0)


def reasoning_of(message: AssistantMessage) -> str:
    return "".join(part.text for part in message.parts if isinstance(part, ReasoningPart))


def calls_of(message: AssistantMessage) -> list[Json]:
    calls = [part for part in message.parts if isinstance(part, CallPart)]
    return [[call.name, msgspec.json.decode(call.arguments)] for call in calls]
