"""How long a model thought: told while it streams, and the same after a reload."""

from tests.wires.aisdk.facts import (
    TURN,
    end,
    ended,
    feed,
    judged,
    model,
    reply,
    said,
    start,
    thought,
    wrote,
)

from interlock.domain.events import Event, Fact, ModelDelta, ModelEnded, ToolStarted
from interlock.domain.messages import CallPart, ReasoningPart
from interlock.wires.aisdk.message import Message, ui_messages
from interlock.wires.aisdk.translate import Translator


def timed(*facts: tuple[int, Fact]) -> list[Event]:
    return [Event("run_1", seq, time, fact) for seq, (time, fact) in enumerate(facts, 1)]


def answered(*parts: str | ReasoningPart, took: tuple[int, ...] = ()) -> ModelEnded:
    whole = reply(*parts)
    return ModelEnded(message=whole.message, stop="stop", model="m", thought=took)


def streamed(events: list[Event]):
    message = Message(TURN)
    message.take(feed(Translator(TURN), events))
    return message.document()["parts"]


def took(parts) -> list[object]:
    told = [part.get("providerMetadata") for part in parts if part["type"] == "reasoning"]
    return [one and one["interlock"]["milliseconds"] for one in told]


THINKING = timed(
    (1000, start()),
    (1100, model()),
    (1500, thought("h")),
    (3000, thought("m")),
    (4200, said("so")),
    (5000, answered(ReasoningPart("hm"), "so", took=(2700,))),
    (5000, end()),
)


def test_a_thought_takes_from_its_first_word_to_what_comes_next():
    assert took(streamed(THINKING)) == [2700]


def test_a_reloaded_thought_took_as_long_as_it_did_while_it_streamed():
    kept = [event for event in THINKING if not isinstance(event.data, ModelDelta)]
    [_, answer] = ui_messages(kept)
    assert took(answer["parts"]) == [2700]
    assert answer["parts"] == streamed(THINKING)


def test_each_stretch_has_its_own_time():
    events = timed(
        (1000, start()),
        (1000, model()),
        (1000, thought("a")),
        (1300, said("b")),
        (2000, thought("c")),
        (2900, answered(ReasoningPart("a"), "b", ReasoningPart("c"), took=(300, 900))),
        (2900, end()),
    )
    kept = [event for event in events if not isinstance(event.data, ModelDelta)]
    assert took(streamed(events)) == took(ui_messages(kept)[1]["parts"]) == [300, 900]


def test_a_thought_that_nobody_measured_has_no_time():
    events = timed((0, start()), (0, model()), (9, answered(ReasoningPart("hm"), "so")), (9, end()))
    assert took(streamed(events)) == [None]


def test_a_second_model_call_counts_its_thoughts_anew():
    call = reply(ReasoningPart("one"), CallPart("c1", "delete", "{}"), stop="tool_use")
    first = ModelEnded(message=call.message, stop="tool_use", model="m", thought=(400,))
    events = timed(
        (0, start()),
        (0, model()),
        (500, first),
        (500, judged(arguments={})),
        (600, ended()),
        (600, model("m2")),
        (900, answered(ReasoningPart("two"), "so", took=(70,))),
        (900, end()),
    )
    assert took(streamed(events)) == [400, 70]


def stopped(*before: tuple[int, Fact]) -> list[object]:
    call = reply(CallPart("c1", "delete", "{}"), stop="tool_use")
    facts = [(0, start()), (0, model()), (1, wrote("c1", "{}")), (1, call), (1, judged())]
    late = [(9, ended(kind="cancelled")), (9, end("cancelled"))]
    parts = streamed(timed(*facts, *before, *late))
    return [part["data"] for part in parts if part["type"] == "data-interlock-outcome"]


def test_a_call_that_was_stopped_before_it_ran_says_so():
    outcome = {"toolCallId": "c1", "outcome": "cancelled"}
    assert stopped() == [{**outcome, "began": False}]
    begun = ToolStarted(call_id="c1", name="delete", attempt=1, repeatable=False, digest="d1")
    assert stopped((5, begun)) == [outcome]
