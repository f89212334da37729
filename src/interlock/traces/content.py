"""What people, models and tools said, as attributes: only where an operator switched it on.

Source: OpenTelemetry semantic conventions 1.41, ``gen_ai.input.messages`` and its neighbours, which
are opt-in there, too.
"""

from collections.abc import Iterable

from msgspec import json

from interlock.domain.events import Event, ModelEnded, RunStarted, ToolEnded, ToolStarted
from interlock.domain.messages import AssistantMessage, CallPart, Json, TextPart, UserMessage
from interlock.traces import ids
from interlock.traces.attributes import Attributes


def content_of(events: Iterable[Event]) -> dict[str, Attributes]:
    """The content of spans, by their ids."""
    found: dict[str, Attributes] = {}
    tools: dict[str, str] = {}
    for event in events:
        match event.data:
            case RunStarted(message=UserMessage() as message):
                span = ids.run_span(event.run_id)
                _put(found, span, "gen_ai.input.messages", [_message(message)])
            case ModelEnded(message=answer, stop=stop):
                span = ids.model_span(event.run_id, answer.id)
                said: Json = [{**_message(answer), "finish_reason": stop}]
                _put(found, span, "gen_ai.output.messages", said)
            case ToolStarted(call_id=call, attempt=attempt, arguments=arguments):
                tools[call] = ids.tool_span(event.run_id, call, attempt)
                _put(found, tools[call], "gen_ai.tool.call.arguments", arguments)
            case ToolEnded(call_id=call, result=result) if call in tools:
                _put(found, tools[call], "gen_ai.tool.call.result", result.model)
            case _:
                pass
    return found


def _put(found: dict[str, Attributes], span: str, name: str, value: Json) -> None:
    text = value if isinstance(value, str) else json.encode(value).decode()
    found.setdefault(span, {})[name] = text


def _message(message: UserMessage | AssistantMessage) -> dict[str, Json]:
    parts: list[Json] = []
    for part in message.parts:
        match part:
            case TextPart():
                parts.append({"type": "text", "content": part.text})
            case CallPart():
                call: Json = {"type": "tool_call", "id": part.id, "name": part.name}
                parts.append({**call, "arguments": part.arguments})
            case _:
                pass  # files and private reasoning stay here
    role = "user" if isinstance(message, UserMessage) else "assistant"
    return {"role": role, "parts": parts}
