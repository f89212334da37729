"""A run's events as AG-UI events. One translator serves one reader of one run."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import Struct

from interlock.domain.events import (
    Event,
    Fact,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelHeld,
    ModelStarted,
    Noted,
    RunEnded,
    RunStarted,
    Shown,
    Spoken,
    ToolEnded,
    ToolJudged,
    ToolProgressed,
    ToolStarted,
)
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import calls_of
from interlock.wires.agui.activity import activity_snapshot
from interlock.wires.agui.asking import interrupted
from interlock.wires.agui.frames import (
    Stream,
    WireEvent,
    custom,
    encode,
    note,
    run_error,
    run_finished,
    run_started,
    success,
)
from interlock.wires.agui.snapshot import messages_snapshot, result_content, result_metadata
from interlock.wires.agui.speech import Speech
from interlock.wires.agui.usage import UsageCount


class Opening(Struct, frozen=True, kw_only=True):
    """What a reader gets beside the run's own events.

    Args:
        past: The facts of the thread's visible runs before this one.
        snapshot: Whether the reader's messages are replaced by the stored ones first; its own
            notices are then gone, and nothing that is streamed again is doubled.
        notes: What the reader alone is told.
    """

    past: Sequence[Fact] = ()
    snapshot: bool = False
    notes: Sequence[Noted] = ()


class Translator:
    """Translates the events of one run, from the first to ``run.end``.

    Args:
        stream: Whom it answers.
        opening: What comes beside the run's own events.
    """

    def __init__(self, stream: Stream, opening: Opening | None = None) -> None:
        self._stream = stream
        self._opening = opening or Opening()
        self._facts: list[Fact] = list(self._opening.past)
        self._speech: Speech | None = None
        self._model = ("", "")
        self._asked: list[Interrupt] = []
        self._usage = UsageCount()
        self._amend = False
        self._turn_id = ""

    def feed(self, events: Sequence[Event]) -> bytes:
        """The SSE frames for some events; may be empty."""
        frames: list[WireEvent] = []
        for event in events:
            if not isinstance(event.data, ModelDelta | ToolProgressed):
                self._facts.append(event.data)
            frames += self._translate(event.run_id, event.data)
        return encode(frames)

    def _translate(self, run_id: str, fact: Fact) -> list[WireEvent]:  # noqa: C901 - one match
        match fact:
            case RunStarted():
                self._turn_id = fact.turn_id
                return self._start(run_id)
            case ModelStarted():
                closed = self._close()
                self._speech = Speech(fact.message_id)
                self._model = (fact.provider, fact.model)
                return closed
            case ModelDelta():
                return self._spoken(fact.message_id).delta(fact)
            case ModelEnded():
                return self._reply(fact)
            case ModelFailed():
                return self._fault(fact)
            case ToolJudged():
                return [_judged(fact)]
            case ToolStarted():
                value = {"toolCallId": fact.call_id, "tool": fact.name, "attempt": fact.attempt}
                return [custom("tool_started", value)]
            case ToolProgressed():
                return [custom("progress", {"toolCallId": fact.call_id, "data": fact.data})]
            case Shown():
                return [activity_snapshot(self._turn_id, fact.exhibit)]
            case ToolEnded():
                return [_result(fact)]
            case InterruptOpened():
                self._asked.append(fact.interrupt)
                return []
            case InterruptClosed():
                return [_decided(fact)]
            case Spoken():
                return self._close() + Speech(fact.message.id).end(fact.message)
            case ModelHeld():
                return []
            case Noted():
                return [note(fact)]
            case RunEnded():
                return self._end(fact)
            case _:
                assert_never(fact)

    def _start(self, run_id: str) -> list[WireEvent]:
        events = [run_started(self._stream, run_id)]
        if self._opening.snapshot:
            events.append(messages_snapshot(self._facts))
        return events + [note(fact) for fact in self._opening.notes]

    def _spoken(self, message_id: str) -> Speech:
        if self._speech is None or self._speech.message_id != message_id:
            self._speech = Speech(message_id)
        return self._speech

    def _reply(self, fact: ModelEnded) -> list[WireEvent]:
        speech = self._spoken(fact.message.id)
        events = speech.end(fact.message)
        self._speech = None
        final = {call.id: call.arguments for call in calls_of(fact.message)}
        self._amend = self._amend or speech.calls != final
        provider, model = self._model
        self._usage.count(fact.provider or provider, fact.model or model, fact.usage)
        return events

    def _fault(self, fact: ModelFailed) -> list[WireEvent]:
        self._usage.count(*self._model, fact.usage)
        value = {"messageId": fact.message_id, "code": fact.kind, "text": fact.text}
        value |= {"action": fact.action}
        return [*self._close(), custom("model_failed", value)]

    def _close(self) -> list[WireEvent]:
        """End an answer that broke off. Calls that it began were never made."""
        if self._speech is None:
            return []
        events = self._speech.close()
        self._amend = self._amend or bool(self._speech.calls)
        self._speech = None
        return events

    def _end(self, fact: RunEnded) -> list[WireEvent]:
        """The end. The stored messages are told before a pause, for clients expect them there, and
        when calls were shown that were never made: they take them back."""
        events = self._close()
        if self._amend or fact.status == "interrupted":
            events.append(messages_snapshot(self._facts))
        usage = self._usage.entries()
        match fact.status:
            case "success":
                events.append(success(self._stream) | ({"usage": usage} if usage else {}))
            case "interrupted":
                outcome = interrupted(self._stream, self._asked)
                events.append(run_finished(self._stream, outcome, usage))
            case "cancelled":
                stopped: WireEvent | None = {"type": "cancelled"} if self._stream.modern else None
                events.append(run_finished(self._stream, stopped, usage))
            case "failed":
                text = fact.text or "The run failed. Its log has the details."
                events.append(run_error(text, fact.code or "failed", usage))
        return events


def _judged(fact: ToolJudged) -> WireEvent:
    value: WireEvent = {"toolCallId": fact.call_id, "verdict": fact.verdict, "code": fact.code}
    if fact.reason:
        value["reason"] = fact.reason
    return custom("judged", value)


def _result(fact: ToolEnded) -> WireEvent:
    return {
        "type": "TOOL_CALL_RESULT",
        "messageId": f"res_{fact.call_id}",
        "toolCallId": fact.call_id,
        "role": "tool",
        "content": result_content(fact),
        "metadata": result_metadata(fact),
    }


def _decided(fact: InterruptClosed) -> WireEvent:
    decision = fact.decision
    value: WireEvent = {
        "interruptId": fact.interrupt_id,
        "status": decision.status,
        "by": decision.by,
        "channel": decision.channel,
    }
    if fact.call_id:
        value["toolCallId"] = fact.call_id
    if decision.field("approved") is not None:
        value["approved"] = decision.says_yes
    if decision.reason:
        value["reason"] = decision.reason
    return custom("decided", value)
