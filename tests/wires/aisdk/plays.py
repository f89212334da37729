"""Random turns with everything that streams: reasoning, half calls, progress, wrong arguments."""

import json
import random

from tests.domain.simulator import Simulator

from interlock.domain.events import (
    Event,
    Fact,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelStarted,
    Noted,
    Shown,
    ToolEnded,
    ToolJudged,
    ToolProgressed,
    ToolStarted,
)
from interlock.domain.exhibits import Kind, read_exhibit
from interlock.domain.messages import (
    AssistantMessage,
    AssistantPart,
    CallPart,
    ReasoningPart,
    TextPart,
)
from interlock.domain.state import CallState, TurnState
from interlock.domain.tools import ToolResult
from interlock.domain.usage import Usage


class Rolled:
    """Dice of the ordinary kind: a seed is a play."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def pick(self, options):
        return self._random.choice(options)


class Streaming(Simulator):
    """A turn whose models stream all kinds of fragments, and whose tools show progress."""

    def _model(self, state: TurnState) -> None:
        message_id = self._id("msg")
        index, attempt = state.model_calls + 1, len(state.faults) + 1
        self._add(
            ModelStarted(
                message_id=message_id, call_index=index, attempt=attempt, provider="p", model="m"
            )
        )
        how = self._dice.pick(["call", "call", "call", "say", "retry", "give_up"])
        streams = self._dice.pick([True, True, False])
        parts = self._parts(how)
        if streams:
            for part in parts:
                self._add(*self._deltas(message_id, part))
        if how in {"retry", "give_up"}:
            words = tuple(part for part in parts if isinstance(part, TextPart) and streams)
            partial = AssistantMessage(message_id, words, aborted=True) if words else None
            action = "retry" if how == "retry" else "give_up"
            self._add(
                ModelFailed(
                    message_id=message_id,
                    kind="server",
                    text="down",
                    action=action,
                    partial=partial,
                )
            )
        else:
            message = AssistantMessage(id=message_id, parts=tuple(parts))
            self._add(ModelEnded(message=message, stop="stop", usage=Usage(5, 5)))

    def _parts(self, how: str) -> list[AssistantPart]:
        parts: list[AssistantPart] = []
        if self._dice.pick([True, False]):
            parts.append(ReasoningPart("hm, so"))
        if how == "say" or self._dice.pick([True, False]):
            parts.append(TextPart("so it is"))
        if how != "say":
            parts += [self._call() for _ in range(self._dice.pick([1, 1, 2, 3]))]
        return parts

    def _deltas(self, message_id: str, part: AssistantPart) -> list[Fact]:
        match part:
            case CallPart(id=call_id, name=name, arguments=text):
                kind = "arguments"
            case TextPart(text=text):
                kind, call_id, name = "text", "", ""
            case ReasoningPart(text=text):
                kind, call_id, name = "reasoning", "", ""
        cut = self._dice.pick([0, 1, 2])
        return [
            ModelDelta(message_id=message_id, kind=kind, text=piece, call_id=call_id, name=name)
            for piece in (text[:cut], text[cut:])
        ]

    def _judge(self, call: CallState) -> list[Fact]:
        kind = self._dice.pick([""] * 6 + ["invalid", "unknown_tool"])
        if kind:
            result = ToolResult(model="wrong", person="wrong")
            verdict = ToolJudged(
                call_id=call.id,
                name=call.name,
                verdict="invalid" if kind == "invalid" else "unknown_tool",
                code="dice",
                result=result,
            )
            ended = ToolEnded(call_id=call.id, name=call.name, kind=verdict.verdict, result=result)  # pyright: ignore[reportArgumentType]
            return [verdict, ended]
        arguments = json.loads(call.raw)
        judged, *rest = super()._judge(call)
        assert isinstance(judged, ToolJudged)
        whole = ToolJudged(
            call_id=call.id,
            name=call.name,
            verdict=judged.verdict,
            code="dice",
            arguments=arguments,
            digest=judged.digest,
            result=judged.result,
        )
        return [whole, *rest]

    def _shown(self, call_id: str) -> Shown:
        """Something beside the answer; now and then in place of an earlier one."""
        name, word = self._dice.pick(["a", "b"]), self._dice.pick(["one", "two"])
        kind: Kind = self._dice.pick(["todo", "plan", "artifact", "chart"])
        data = {
            "todo": {"items": [word]},
            "plan": {"steps": [word], "title": name},
            "artifact": {"title": name, "source": f"<p>{word}"},
            "chart": {"type": "bar", "labels": [word], "series": [{"values": [1]}]},
        }[kind]
        return Shown(call_id=call_id, exhibit=read_exhibit(kind, name, data))

    def _add(self, *facts: Fact) -> None:
        """A call that starts shows progress, now and then; somebody notes something."""
        more: list[Fact] = []
        if self._dice.pick([False] * 9 + [True]):
            more.append(Noted(code="seen", text="a note"))
        for fact in facts:
            more.append(fact)
            if isinstance(fact, ToolStarted) and self._dice.pick([True, False]):
                more += [
                    ToolProgressed(call_id=fact.call_id, data={"done": share}) for share in (1, 2)
                ]
                more += [self._shown(fact.call_id) for _ in range(self._dice.pick([0, 1, 3]))]
        super()._add(*more)


def play(seed: int, kind: type[Simulator]) -> list[list[Event]]:
    """A random turn with crashes, as its runs."""
    simulator = kind(Rolled(seed), "ask" if seed % 3 else "stop")
    simulator.play()
    runs: dict[str, list[Event]] = {}
    for event in simulator.log:
        runs.setdefault(event.run_id, []).append(event)
    return list(runs.values())
