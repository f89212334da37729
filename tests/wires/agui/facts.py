"""Facts of short runs, to be written down in one line."""

from collections.abc import Iterable
from typing import Any

from tests.wires.agui.reader import read, verify

from interlock.domain.events import (
    Event,
    Fact,
    ModelDelta,
    ModelEnded,
    ModelStarted,
    RunEnded,
    RunStarted,
    ToolEnded,
)
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import (
    AssistantMessage,
    AssistantPart,
    CallPart,
    ReasoningPart,
    TextPart,
    UserMessage,
)
from interlock.domain.tools import ToolResult
from interlock.domain.usage import NO_USAGE, Usage
from interlock.wires.agui.frames import Stream
from interlock.wires.agui.translate import Opening, Translator

MODERN = Stream(thread_id="t1", run_id="r1")
LEGACY = Stream(thread_id="t1", run_id="r1", modern=False)
USED = Usage(input_tokens=10, output_tokens=4)


def start(text: str = "hello", message_id: str = "u1", **more: Any) -> RunStarted:
    message = UserMessage(message_id, (TextPart(text),)) if text else None
    more.setdefault("turn_id", "turn1")
    return RunStarted(
        thread_id="t1", agent="clerk", tenant="acme", user="ann", message=message, **more
    )


def model(message_id: str = "m1") -> ModelStarted:
    return ModelStarted(
        message_id=message_id, call_index=1, attempt=1, provider="openai", model="gpt-5"
    )


def said(text: str, message_id: str = "m1") -> ModelDelta:
    return ModelDelta(message_id=message_id, kind="text", text=text)


def thought(text: str, message_id: str = "m1") -> ModelDelta:
    return ModelDelta(message_id=message_id, kind="reasoning", text=text)


def wrote(call_id: str, text: str, message_id: str = "m1") -> ModelDelta:
    return ModelDelta(
        message_id=message_id, kind="arguments", text=text, call_id=call_id, name="delete"
    )


def reply(
    *parts: str | AssistantPart, message_id: str = "m1", usage: Usage = NO_USAGE
) -> ModelEnded:
    whole = tuple(TextPart(part) if isinstance(part, str) else part for part in parts)
    calls = any(isinstance(part, CallPart) for part in whole)
    return ModelEnded(
        message=AssistantMessage(message_id, whole),
        stop="tool_use" if calls else "stop",
        usage=usage,
        provider="openai",
        model="gpt-5",
    )


def thinking(text: str) -> ReasoningPart:
    return ReasoningPart(text)


def call(call_id: str, arguments: str = '{"folder": "a"}') -> CallPart:
    return CallPart(call_id, "delete", arguments)


def result(call_id: str, person: Any = 3, text: str = "3", **more: Any) -> ToolEnded:
    more.setdefault("kind", "done")
    outcome = ToolResult(model=text, person=person)
    return ToolEnded(call_id=call_id, name="delete", result=outcome, **more)


def end(status: Any = "success", **more: Any) -> RunEnded:
    return RunEnded(status=status, **more)


def question(call_id: str = "c1", interrupt_id: str = "int_1", **more: Any) -> Interrupt:
    more.setdefault("kind", "approval")
    more.setdefault("schema", {"type": "object"})
    return Interrupt(
        id=interrupt_id,
        tenant="acme",
        user="ann",
        thread_id="t1",
        run_id="r1",
        turn_id="turn1",
        agent="clerk",
        question="Delete?",
        opened_at=0,
        expires_at=1_700_000_000_123,
        call_id=call_id,
        tool="delete" if call_id else "",
        arguments={"folder": "a"} if call_id else None,
        digest="d1" if call_id else "",
        **more,
    )


def events(facts: Iterable[Fact], run_id: str = "r1") -> list[Event]:
    return [Event(run_id, seq, 1000, fact) for seq, fact in enumerate(facts, 1)]


def show(
    *facts: Fact, stream: Stream = MODERN, opening: Opening | None = None, run_id: str = "r1"
) -> list[dict[str, Any]]:
    """The AG-UI events of a whole run, fed one by one and checked."""
    translator = Translator(stream, opening)
    body = b"".join(translator.feed([event]) for event in events(facts, run_id))
    return verify(read(body))
