"""Facts of short turns, to be written down in one line each."""

from collections.abc import Iterable
from typing import Any

from interlock.domain.events import (
    Event,
    Fact,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelStarted,
    RunEnded,
    RunStarted,
    ToolEnded,
    ToolJudged,
)
from interlock.domain.interrupts import Decision, Interrupt
from interlock.domain.messages import AssistantMessage, AssistantPart, CallPart, TextPart
from interlock.domain.messages import UserMessage as Said
from interlock.domain.tools import ToolResult
from interlock.wires.aisdk.frames import Chunk
from interlock.wires.aisdk.translate import Translator

TURN = "turn_1"


def start(text: str = "hello", message_id: str = "u1", **more: Any) -> RunStarted:
    message = Said(message_id, (TextPart(text),)) if text else None
    place: dict[str, Any] = {
        "thread_id": "t1",
        "turn_id": TURN,
        "agent": "clerk",
        "tenant": "x",
        "user": "ann",
    }
    fields: dict[str, Any] = {**place, "message": message, **more}
    return RunStarted(**fields)


def resumed(run_id: str = "run_1") -> RunStarted:
    return start("", resumes=run_id)


def model(message_id: str = "m1") -> ModelStarted:
    return ModelStarted(message_id=message_id, call_index=1, attempt=1, provider="p", model="m")


def said(text: str, message_id: str = "m1") -> ModelDelta:
    return ModelDelta(message_id=message_id, kind="text", text=text)


def thought(text: str, message_id: str = "m1") -> ModelDelta:
    return ModelDelta(message_id=message_id, kind="reasoning", text=text)


def wrote(call_id: str, text: str, name: str = "delete") -> ModelDelta:
    return ModelDelta(message_id="m1", kind="arguments", text=text, call_id=call_id, name=name)


def call(call_id: str = "c1", arguments: str = '{"folder":"a"}', name: str = "delete") -> CallPart:
    return CallPart(call_id, name, arguments)


def reply(*parts: str | AssistantPart, message_id: str = "m1", stop: Any = "stop") -> ModelEnded:
    whole = tuple(TextPart(part) if isinstance(part, str) else part for part in parts)
    return ModelEnded(message=AssistantMessage(message_id, whole), stop=stop, model="m")


def judged(call_id: str = "c1", verdict: Any = "allow", **more: Any) -> ToolJudged:
    fields: dict[str, Any] = {
        "name": "delete",
        "code": "rule",
        "arguments": {"folder": "a"},
        **more,
    }
    return ToolJudged(call_id=call_id, verdict=verdict, **fields)


def ended(call_id: str = "c1", kind: Any = "done", person: Any = 3) -> ToolEnded:
    result = ToolResult(model="for the model", person=person)
    return ToolEnded(call_id=call_id, name="delete", kind=kind, result=result)


def question(kind: Any = "approval", interrupt_id: str = "int_1", **more: Any) -> Interrupt:
    about_call = kind != "brake"
    fields: dict[str, Any] = {
        "question": "Delete a?",
        "schema": {"type": "object"},
        "call_id": "c1" if about_call else "",
        "tool": "delete" if about_call else "",
        "arguments": {"folder": "a"} if about_call else None,
        "digest": "d1" if about_call else "",
        "run_id": "run_1",
        "turn_id": TURN,
        **more,
    }
    return Interrupt(
        id=interrupt_id,
        kind=kind,
        tenant="x",
        user="ann",
        thread_id="t1",
        agent="clerk",
        opened_at=0,
        expires_at=5000,
        **fields,
    )


def asked(kind: Any = "approval", interrupt_id: str = "int_1", **more: Any) -> InterruptOpened:
    return InterruptOpened(interrupt=question(kind, interrupt_id, **more))


def decided(
    answer: Any, interrupt_id: str = "int_1", status: Any = "answered", reason: str = ""
) -> InterruptClosed:
    decision = Decision(status=status, by="ann", at=1, channel="cli", answer=answer, reason=reason)
    return InterruptClosed(interrupt_id=interrupt_id, decision=decision)


def end(status: Any = "success", **more: Any) -> RunEnded:
    return RunEnded(status=status, **more)


def run(*facts: Fact, run_id: str = "run_1") -> list[Event]:
    return [Event(run_id, seq, 1000, fact) for seq, fact in enumerate(facts, 1)]


def feed(translator: Translator, events: Iterable[Event]) -> list[Chunk]:
    return [chunk for event in events for chunk in translator.feed(event)]


def bare(chunks: Iterable[Chunk]) -> list[Chunk]:
    """Chunks without metadata, which every other line would repeat."""
    shown = [{k: v for k, v in chunk.items() if k != "messageMetadata"} for chunk in chunks]
    return [chunk for chunk in shown if chunk != {"type": "message-metadata"}]


def show(*facts: Fact) -> list[Chunk]:
    """The chunks of one run."""
    return bare(feed(Translator(TURN), run(*facts)))
