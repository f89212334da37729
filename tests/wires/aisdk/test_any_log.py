"""Whatever happens in a turn, every response is legal and all ways to the message agree."""

from typing import Any

import pytest
from tests.domain.simulator import Simulator
from tests.wires.aisdk.lint import Linter
from tests.wires.aisdk.plays import Streaming, play

from interlock.domain.events import Event, InterruptClosed, InterruptOpened, ModelDelta, ModelEnded
from interlock.domain.interrupts import Interrupt
from interlock.domain.messages import CallPart, calls_of
from interlock.wires.aisdk.cards import Told
from interlock.wires.aisdk.message import Message, ui_messages
from interlock.wires.aisdk.translate import Translator
from interlock.wires.aisdk.words import approves

PLAYS = 40
whatever_happens = pytest.mark.parametrize("seed", range(PLAYS))
however_told = pytest.mark.parametrize("kind", [Simulator, Streaming])


def feed(translator: Translator, run: list[Event]) -> list[dict[str, Any]]:
    return [chunk for event in run for chunk in translator.feed(event)]


def replayed(runs: list[list[Event]]) -> list[dict[str, Any]]:
    translator = Translator("t1")
    told = [feed(translator, run) for run in runs]
    earlier = [chunk for some in told[:-1] for chunk in some if chunk["type"] != "finish"]
    return [*earlier, *told[-1]]


def clicks(run: list[Event], asked: dict[str, Interrupt]) -> dict[str, bool]:
    """What the client that answers says, and so shows already."""
    closed = [event.data for event in run if isinstance(event.data, InterruptClosed)]
    return {
        fact.interrupt_id: approves(asked[fact.interrupt_id].kind, fact.decision)
        for fact in closed
        if fact.decision.status == "answered"
    }


def questions(run: list[Event]) -> dict[str, Interrupt]:
    opened = [event.data for event in run if isinstance(event.data, InterruptOpened)]
    return {fact.interrupt.id: fact.interrupt for fact in opened}


@whatever_happens
@however_told
def test_a_replay_of_any_turn_is_legal(seed: int, kind: type[Simulator]):
    runs = play(seed, kind)
    Linter("t1").check(replayed(runs))


@whatever_happens
@however_told
def test_each_continuation_of_any_turn_is_legal_and_says_nothing_twice(
    seed: int, kind: type[Simulator]
):
    translator, linter, message = Translator("t1"), Linter("t1"), Message("t1")
    runs = play(seed, kind)
    asked: dict[str, Interrupt] = {}
    for run in runs:
        said = clicks(run, asked)
        translator.reopen(Told(said))
        for interrupt_id, yes in said.items():
            linter.answer(interrupt_id, yes)
            response = {"approvalId": interrupt_id, "approved": yes}
            message.take([{"type": "tool-approval-response", **response}])
        chunks = feed(translator, run)
        linter.check(chunks)
        message.take(chunks)
        asked |= questions(run)
    whole = Message("t1")
    whole.take(replayed(runs))
    assert message.document() == whole.document()


@whatever_happens
@however_told
def test_a_reload_shows_what_was_streamed(seed: int, kind: type[Simulator]):
    runs = play(seed, kind)
    streamed = Message("t1")
    streamed.take(replayed(runs))
    kept = [event for run in runs for event in run if not isinstance(event.data, ModelDelta)]
    user, *answer = ui_messages(kept)
    assert user["role"] == "user"
    made = {call.id for event in kept for call in made_by(event)}
    assert [part for one in answer for part in cards(one, made)] == cards(streamed.document(), made)


def made_by(event: Event) -> tuple[CallPart, ...]:
    return calls_of(event.data.message) if isinstance(event.data, ModelEnded) else ()


def cards(message: dict[str, Any], made: set[str]) -> list[Any]:
    """The tool parts. A call that never came to its end is known from fragments alone."""
    parts = [part for part in message["parts"] if "toolCallId" in part]
    return [part for part in parts if part["toolCallId"] in made or part["type"] == "dynamic-tool"]
