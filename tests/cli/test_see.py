"""The reducer: events in, what a terminal shows out."""

import pytest
from tests.cli.logs import MODEL, call, ended, judged, numbered, said, started, view_of

from interlock.cli.see import see
from interlock.cli.view import Card, Note, Panel, Said, Thought, View
from interlock.cli.words import state_words
from interlock.domain.events import (
    Fact,
    InterruptClosed,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    RunEnded,
    Shown,
    Spoken,
    ToolProgressed,
)
from interlock.domain.exhibits import read_exhibit
from interlock.domain.interrupts import Decision
from interlock.domain.messages import AssistantMessage, ReasoningPart, TextPart

ARGUMENTS = ModelDelta(
    message_id="m", kind="arguments", text='{"at"', call_id="call_1", name="look"
)
HALF = ToolProgressed(call_id="call_1", data="half\x1b[2J way")
TWO = ToolProgressed(call_id="call_1", data={"done": 2, "of": 5})


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ((ARGUMENTS,), "preparing arguments (5 chars)"),
        ((ARGUMENTS, ARGUMENTS), "preparing arguments (10 chars)"),
        ((said("", call()),), "checking"),
        ((said("", call()), judged()), "checking"),
        ((said("", call()), judged("ask")), "waiting for you"),
        ((said("", call()), started()), "running (3 s)"),
        ((said("", call()), started(), TWO), "running (3 s) 2 of 5"),
        ((said("", call()), started(), HALF), "running (3 s) half way"),
    ],
)
def test_each_state_of_a_call_has_its_own_words(facts: tuple[Fact, ...], words: str):
    [card] = view_of(*facts).cards.values()
    assert state_words(card, 3.2) == words


def test_half_written_arguments_are_counted_and_never_shown():
    [card] = view_of(ARGUMENTS).cards.values()
    assert card == Card(id="call_1", name="look", chars=5)


def test_an_answer_takes_the_place_of_what_streamed():
    streaming = [ModelDelta(message_id="m", kind="text", text=text) for text in ("Hel", "lo")]
    assert view_of(*streaming).text == "Hello"
    view = view_of(*streaming, said("Hello."))
    assert (view.text, view.answer, view.log) == ("", "Hello.", (Said("Hello.", final=True),))


def test_reasoning_is_kept_apart_from_the_answer():
    message = AssistantMessage(id="m", parts=(ReasoningPart("hm"), TextPart("So.")))
    view = view_of(ModelEnded(message=message, stop="stop"))
    assert view.log == (Thought("hm"), Said("So.", final=True))


def test_words_before_calls_are_not_the_answer():
    view = view_of(said("I look.", call()))
    assert (view.answer, view.log) == ("", (Said("I look."),))
    assert view.cards == {
        "call_1": Card(id="call_1", name="look", state="checking", chars=9, arguments={"at": 1})
    }


def test_an_ended_call_leaves_the_live_part_with_its_result():
    view = view_of(said("", call()), started(), ended())
    assert view.cards == {}
    assert view.log == (
        Card(
            id="call_1",
            name="look",
            state="ended",
            chars=9,
            arguments={"at": 1},
            outcome="done",
            result="seen",
        ),
    )


def test_a_failed_attempt_keeps_what_was_said_and_drops_calls_that_never_became_any():
    partial = AssistantMessage(id="m", parts=(TextPart("Half"),), aborted=True)
    failed = ModelFailed(
        message_id="m", kind="overloaded", text="Busy.", action="retry", wait=2, partial=partial
    )
    view = view_of(ModelDelta(message_id="m", kind="text", text="Half"), ARGUMENTS, failed)
    assert (view.text, view.cards, view.thinking) == ("", {}, True)
    assert view.log == (Said("Half", aborted=True), Note("Busy. Trying again in 2 s."))


def test_a_decision_of_an_earlier_question_shows_on_the_card():
    yes = Decision(status="answered", by="ann", at=1, channel="api", answer={"approved": True})
    closed = InterruptClosed(interrupt_id="int_1", decision=yes, call_id="call_1")
    [card] = view_of(said("", call()), judged("ask"), closed).cards.values()
    assert (card.state, card.decided_by) == ("approved", "ann")


def test_the_servers_own_words_are_an_answer():
    message = AssistantMessage(id="m2", parts=(TextPart("I stopped."),))
    view = view_of(Spoken(message=message, code="calls"), RunEnded(status="success", brake="calls"))
    assert (view.answer, view.end) == ("I stopped.", RunEnded(status="success", brake="calls"))


def test_an_event_that_comes_twice_changes_nothing():
    events = numbered((MODEL, ARGUMENTS))
    view = View()
    for event in events:
        view = see(view, event)
    assert [see(view, event) for event in events] == [view, view]


def test_the_result_of_a_call_that_another_run_proposed_is_shown_too():
    [card] = view_of(ended("superseded")).log
    assert card == Card(
        id="call_1", name="look", state="ended", outcome="superseded", result="seen"
    )


def test_what_a_tool_shows_stands_as_it_was_last_before_the_last_words():
    first = Shown(call_id="call_1", exhibit=read_exhibit("todo", "t", {"items": ["a"]}))
    second = Shown(call_id="call_1", exhibit=read_exhibit("todo", "t", {"items": ["b"]}))
    going = view_of(said("", call()), started(), first, second)
    assert (list(going.panels.values()), going.log) == ([Panel(second.exhibit)], ())
    view = view_of(said("", call()), started(), first, second, ended(), said("Done."))
    assert view.panels == {}
    assert view.log[1:] == (Panel(second.exhibit), Said("Done.", final=True))


def test_what_a_tool_shows_is_kept_when_the_run_stops():
    shown = Shown(call_id="call_1", exhibit=read_exhibit("todo", "t", {"items": ["a"]}))
    stopped = RunEnded(status="cancelled", by="ann")
    assert view_of(said("", call()), started(), shown, stopped).log[-1] == Panel(shown.exhibit)
