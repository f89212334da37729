"""The thread's messages as AG-UI has them: under the ids that were streamed.

Reasoning is left out: a client keeps what it has of it when a snapshot holds none.
"""

from collections.abc import Iterable, Sequence

from interlock.domain.events import Fact, ToolEnded
from interlock.domain.history import history
from interlock.domain.messages import (
    AssistantMessage,
    FilePart,
    Message,
    TextPart,
    ToolMessage,
    UserMessage,
    calls_of,
    text_of,
)
from interlock.domain.results import as_text
from interlock.wires.agui.activity import activities, with_activities
from interlock.wires.agui.frames import VENDOR, WireEvent

_MEDIA = frozenset({"image", "audio", "video"})


def messages_snapshot(facts: Iterable[Fact]) -> WireEvent:
    """MESSAGES_SNAPSHOT of a thread, with what its calls show."""
    known = tuple(facts)
    shown = with_activities(wire_messages(known), activities(known))
    return {"type": "MESSAGES_SNAPSHOT", "messages": shown}


def wire_messages(facts: Sequence[Fact]) -> list[WireEvent]:
    """The messages of a thread. A call without a result has none here either."""
    ends: dict[str, ToolEnded] = {}
    for fact in facts:
        if isinstance(fact, ToolEnded):
            ends.setdefault(fact.call_id, fact)
    shown = (_message(message, ends) for message in history(facts))
    return [message for message in shown if message is not None]


def result_content(ended: ToolEnded) -> str:
    """What a person reads of a result; what the model read when there is nothing else."""
    result = ended.result
    return result.model if result.person is None else as_text(result.person)


def result_metadata(ended: ToolEnded) -> WireEvent:
    """How a call ended, in our words, for those who show more than the content."""
    more: WireEvent = {"kind": ended.kind, "untrusted": ended.untrusted, "ms": ended.ms}
    if ended.code:
        more["code"] = ended.code
    return {VENDOR: more}


def _message(message: Message, ends: dict[str, ToolEnded]) -> WireEvent | None:
    match message:
        case UserMessage():
            return {"id": message.id, "role": "user", "content": _user_content(message)}
        case AssistantMessage():
            return _assistant(message)
        case ToolMessage():
            ended = ends.get(message.call_id)
            if ended is None:
                return None
            return {
                "id": message.id,
                "role": "tool",
                "toolCallId": message.call_id,
                "content": result_content(ended),
                "metadata": result_metadata(ended),
            }


def _user_content(message: UserMessage) -> str | list[WireEvent]:
    if all(isinstance(part, TextPart) for part in message.parts):
        return text_of(message)
    return [_part(part) for part in message.parts]


def _part(part: TextPart | FilePart) -> WireEvent:
    if isinstance(part, TextPart):
        return {"type": "text", "text": part.text}
    family = part.media_type.partition("/")[0]
    return {
        "type": family if family in _MEDIA else "document",
        "source": {"type": "data", "value": part.data, "mimeType": part.media_type},
    }


def _assistant(message: AssistantMessage) -> WireEvent:
    shown: WireEvent = {"id": message.id, "role": "assistant"}
    text = text_of(message)
    if text:
        shown["content"] = text
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in calls_of(message)
    ]
    if calls:
        shown["toolCalls"] = calls
    return shown
