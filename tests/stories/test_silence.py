"""An answer that says nothing is no answer: it is asked for again; no turn ends blank."""

from collections.abc import AsyncGenerator

import pytest

from interlock.domain.messages import AssistantMessage, CallPart, TextPart
from interlock.domain.model import ModelRequest, Part, Reply
from interlock.models.scripted import Scripted

NOTHING = [["usage: 10 5"], ["reasoning: Hm."], ["text:  \\n "]]


@pytest.mark.parametrize("turn", NOTHING)
async def test_an_empty_answer_is_asked_for_again(tell, turn):
    model = Scripted([turn, "text: Hello."])
    async with tell(model) as story:
        told = await story.say("hello")
    assert (told.status, told.text, len(model.requests)) == ("success", "Hello.", 2)


async def test_a_model_that_stays_silent_ends_the_run_honestly(tell):
    async with tell([["usage: 10 5"]] * 3) as story:
        told = await story.say("hello")
    assert (told.status, told.end.code) == ("failed", "model_bad_answer")
    assert told.end.text == "The model scripted gave an empty answer. Try again."
    assert told.end.usage.total_tokens == 45


@pytest.mark.parametrize(
    ("stop", "code", "advice"),
    [
        ("length", "model_bad_request", "Raise the agent's max_tokens."),
        ("content_filter", "model_content_filter", "Change the message."),
        ("refusal", "model_content_filter", "Change the message."),
    ],
)
async def test_silence_that_would_be_silence_again_is_not_paid_for_twice(tell, stop, code, advice):
    model = Scripted([["reasoning: Hm.", f"stop: {stop}"]])
    async with tell(model) as story:
        told = await story.say("hello")
    assert (told.status, told.end.code, len(model.requests)) == ("failed", code, 1)
    assert told.end.text.endswith(advice)


class Stutter(Scripted):
    """A model of one's own that gives two calls one id."""

    async def stream(
        self, request: ModelRequest, message_id: str
    ) -> AsyncGenerator[list[Part], None]:
        self.requests.append(request)
        calls = [CallPart("call_1", "look", f'{{"city": "{name}"}}') for name in "AB"]
        parts = (TextPart("Done."),) if len(self.requests) > 1 else tuple(calls)
        yield [Reply(message=AssistantMessage(message_id, parts), stop="tool_use")]


async def test_calls_that_share_an_id_do_not_hang_the_run(tell):
    async with tell(Stutter([])) as story:
        told = await story.say("look")
    assert told.status in {"success", "failed"}
    assert [event.seq for event in told.events] == list(range(1, len(told.events) + 1))
