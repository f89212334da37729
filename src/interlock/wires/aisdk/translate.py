"""``Translator``: the events of a turn in, the chunks of its one assistant message out. Pure.

The same events always give the same chunks, so a replay rebuilds exactly what was streamed.
"""

from collections.abc import Iterable
from typing import assert_never

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
from interlock.domain.messages import (
    AssistantMessage,
    CallPart,
    Json,
    ReasoningPart,
    TextPart,
)
from interlock.domain.usage import NO_USAGE, add
from interlock.wires.aisdk.cards import Cards, Told
from interlock.wires.aisdk.exhibits import exhibit
from interlock.wires.aisdk.frames import Chunk
from interlock.wires.aisdk.steps import Steps, TextKind
from interlock.wires.aisdk.words import STATUS, FinishReason, finish_reason, usage_of

STOPPED = "The run was stopped before this was done."
"""What an unfinished call shows after a stop."""


class Translator:
    """Translates the runs of one turn, in order.

    Args:
        turn_id: The id of the assistant message.
    """

    def __init__(self, turn_id: str) -> None:
        self.turn_id = turn_id
        self._out: list[Chunk] = []
        self._steps = Steps(self._emit)
        self._cards = Cards(self._emit, self._steps)
        self._started = False
        self._streamed: dict[TextKind, str] = {}
        self._finish: FinishReason = "stop"
        self._metadata: dict[str, Json] = {}
        self._usage = NO_USAGE

    def feed(self, event: Event) -> list[Chunk]:
        """The chunks that one more event amounts to."""
        self._steps.now = event.time
        self._take(event)
        chunks, self._out = self._out, []
        return chunks

    def reopen(self, told: Told) -> None:
        """Begin another response that continues the message: what follows is all that it tells.

        Args:
            told: What the client of this response already shows.
        """
        self._started = False
        self._cards.told = told

    def waiting(self) -> list[Chunk]:
        """A response that adds nothing to a message that waits for answers."""
        metadata = dict(self._metadata)
        return [
            {"type": "start", "messageId": self.turn_id, "messageMetadata": metadata},
            {"type": "finish", "finishReason": "tool-calls", "messageMetadata": metadata},
        ]

    def notes(self, notes: Iterable[Noted]) -> list[Chunk]:
        """What is said about a request, to the one client that sent it."""
        return [_note(note.code, note.text, transient=True) for note in notes]

    def owns(self, fact: Fact) -> bool:
        """Whether a fact that a later turn recorded is about a call or question of this one."""
        match fact:
            case ToolEnded(call_id=subject) | InterruptClosed(interrupt_id=subject):
                return self._cards.knows(subject)
            case _:
                return False

    def _emit(self, chunk: Chunk) -> None:
        self._out.append(chunk)

    def _take(self, event: Event) -> None:  # noqa: C901 - one match, one line a fact
        fact: Fact = event.data
        match fact:
            case RunStarted():
                self._start(event, fact)
            case ModelStarted():
                self._steps.call()
                self._streamed = {}
            case ModelDelta():
                self._stream(fact)
            case ModelEnded():
                self._reply(fact)
            case ModelFailed():
                self._fault(fact)
            case ToolJudged():
                self._cards.judge(fact)
            case ToolProgressed():
                self._cards.progress(fact.call_id, fact.data)
            case Shown():
                self._emit(exhibit(fact.exhibit))
            case ToolEnded():
                self._cards.end(fact)
            case InterruptOpened():
                self._cards.ask(fact.interrupt)
            case InterruptClosed():
                self._cards.decide(fact)
            case Spoken():
                self._speak(fact)
            case Noted():
                self._note(fact.code, fact.text, transient=True)
            case RunEnded():
                self._end(event, fact)
            case ToolStarted():
                self._cards.start(fact.call_id)
            case ModelHeld():
                pass
            case _:
                assert_never(fact)

    def _start(self, event: Event, fact: RunStarted) -> None:
        self._metadata |= {
            "threadId": fact.thread_id,
            "turnId": fact.turn_id,
            "runId": event.run_id,
            "agent": fact.agent,
            "status": "running",
        }
        self._metadata.setdefault("createdAt", event.time)
        metadata = dict(self._metadata)
        if self._started:
            self._emit({"type": "message-metadata", "messageMetadata": metadata})
        else:
            self._started = True
            self._emit(
                {"type": "start", "messageId": self.turn_id, "messageMetadata": metadata},
            )

    def _stream(self, fact: ModelDelta) -> None:
        match fact.kind:
            case "arguments":
                self._cards.fragment(fact.call_id, fact.name, fact.text)
            case "text" | "reasoning":
                self._write(fact.kind, fact.text)

    def _write(self, kind: TextKind, text: str) -> None:
        self._streamed[kind] = self._streamed.get(kind, "") + text
        self._steps.write(kind, text)

    def _reply(self, fact: ModelEnded) -> None:
        self._steps.begin()
        self._steps.thought = fact.thought
        self._complete(fact.message)
        self._finish = finish_reason(fact.stop)
        self._usage = add(self._usage, fact.usage)
        if fact.model:
            self._metadata["model"] = fact.model

    def _complete(self, message: AssistantMessage) -> None:
        """Write what had not streamed of a whole answer: all of it, or a rest."""
        before = dict(self._streamed)
        for part in message.parts:
            match part:
                case TextPart(text=text):
                    self._rest("text", text, before)
                case ReasoningPart(text=text):
                    self._rest("reasoning", text, before)
                case CallPart():
                    self._cards.propose(part)
        self._steps.close()

    def _rest(self, kind: TextKind, text: str, before: dict[TextKind, str]) -> None:
        """Write the part of ``text`` that goes beyond what had streamed of its kind."""
        seen = before.get(kind, "")
        if text.startswith(seen):
            before[kind] = ""
            self._write(kind, text[len(seen) :])
        elif seen.startswith(text):
            before[kind] = seen[len(text) :]

    def _fault(self, fact: ModelFailed) -> None:
        """What had streamed stays; a note says that it broke off."""
        self._usage = add(self._usage, fact.usage)
        if fact.partial is not None:
            self._complete(fact.partial)
        self._steps.close()
        self._cards.cut()
        if fact.action != "give_up":
            shown = self._steps.inside
            self._note(f"model_{fact.kind}", fact.text, fact.message_id, transient=not shown)

    def _speak(self, fact: Spoken) -> None:
        """The server's own words stand in a step of their own, as a model's answer would."""
        self._steps.finish()
        for part in fact.message.parts:
            if isinstance(part, TextPart):
                self._steps.write("text", part.text)
        self._steps.close()
        self._finish = "stop"

    def _note(self, code: str, text: str, note_id: str = "", *, transient: bool = False) -> None:
        if self._started:
            self._emit(_note(code, text, note_id, transient=transient))

    def _end(self, event: Event, fact: RunEnded) -> None:
        self._steps.close()
        self._metadata |= {
            "status": STATUS[fact.status],
            "usage": usage_of(self._usage),
            "endedAt": event.time,
        }
        if fact.brake:
            self._metadata["brake"] = fact.brake
        match fact.status:
            case "success":
                self._done(self._finish)
            case "interrupted":
                self._done("tool-calls")
            case "cancelled":
                self._stop(fact)
            case "failed":
                self._fail(event, fact)

    def _done(self, reason: FinishReason) -> None:
        self._steps.finish()
        self._emit(
            {
                "type": "finish",
                "finishReason": reason,
                "messageMetadata": dict(self._metadata),
            }
        )

    def _stop(self, fact: RunEnded) -> None:
        """The client takes no notice of ``abort`` itself, so the metadata says it, too."""
        self._cards.abandon(STOPPED)
        self._steps.finish()
        self._emit({"type": "message-metadata", "messageMetadata": dict(self._metadata)})
        self._emit({"type": "abort", "reason": fact.text or f"stopped by {fact.by}"})

    def _fail(self, event: Event, fact: RunEnded) -> None:
        """``error`` is the last thing that a client reads; the rest is for those that go on."""
        text = fact.text or "The run failed. Try again."
        self._cards.abandon(text)
        self._note(fact.code or "failed", text, f"{event.run_id}:end")
        self._emit({"type": "message-metadata", "messageMetadata": dict(self._metadata)})
        self._emit({"type": "error", "errorText": text})
        self._done("error")


def _note(code: str, text: str, note_id: str = "", *, transient: bool = False) -> Chunk:
    """A remark. A transient one is shown once and never kept."""
    chunk: Chunk = {"type": "data-interlock-note", "data": {"code": code, "text": text}}
    if note_id:
        chunk["id"] = note_id
    if transient:
        chunk["transient"] = True
    return chunk
