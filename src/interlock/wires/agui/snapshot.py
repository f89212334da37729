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
from interlock.wires.agui.frames import WireEvent

_MEDIA = frozenset({"image", "audio", "video"})


def messages_snapshot(facts: Iterable[Fact]) -> WireEvent:
    """MESSAGES_SNAPSHOT of a thread."""
    return {"type": "MESSAGES_SNAPSHOT", "messages": wire_messages(tuple(facts))}


def wire_messages(facts: Sequence[Fact]) -> list[WireEvent]:
    """The messages of a thread. A call without a result has none here either."""
    contents = {fact.call_id: result_content(fact) for fact in facts if isinstance(fact, ToolEnded)}
    shown = (_message(message, contents) for message in history(facts))
    return [message for message in shown if message is not None]


def result_content(ended: ToolEnded) -> str:
    """What a person reads of a result; what the model read when there is nothing else."""
    result = ended.result
    return result.model if result.person is None else as_text(result.person)


def _message(message: Message, contents: dict[str, str]) -> WireEvent | None:
    match message:
        case UserMessage():
            return {"id": message.id, "role": "user", "content": _user_content(message)}
        case AssistantMessage():
            return _assistant(message)
        case ToolMessage():
            if message.call_id not in contents:
                return None
            return {
                "id": message.id,
                "role": "tool",
                "toolCallId": message.call_id,
                "content": contents[message.call_id],
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
