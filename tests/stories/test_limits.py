"""Rates and bounds hold for calls that are made side by side, too."""

from collections import Counter

import pytest

from interlock.domain.agents import Limits
from interlock.domain.tools import Effect
from interlock.models.script import Call, Stop
from interlock.tools.function import tool

YES = {"approved": True}
THREE = [f'call: send {{"to": "{name}"}}' for name in "abc"]


def sender(sent: list[str], effect: Effect, rate: str | None = "1/min"):
    @tool(effect=effect, rate=rate)
    async def send(to: str = "all") -> str:
        """Send."""
        sent.append(to)
        return "sent"

    return send


async def test_calls_of_one_message_share_the_rate(tell):
    sent: list[str] = []
    async with tell([THREE, "text: Done."], tools=[sender(sent, "read")]) as story:
        told = await story.say("send")
    assert Counter(told.results) == {("send", "done"): 1, ("send", "refused"): 2}
    assert len(sent) == 1


async def test_a_yes_for_each_call_does_not_lift_the_rate(tell):
    sent: list[str] = []
    async with tell([THREE, "text: Done."], tools=[sender(sent, "destructive")]) as story:
        told = asked = await story.say("send")
        for question in asked.questions:
            told = await story.answer(question, YES)
    assert Counter(told.results) == {("send", "done"): 1, ("send", "refused"): 2}
    assert len(sent) == 1


async def test_a_yes_lets_more_calls_through_than_the_turn_may_make(tell):
    sent: list[str] = []
    tools, limits = [sender(sent, "read", None)], Limits(calls=2)
    async with tell([THREE, "text: Done."], tools=tools, limits=limits) as story:
        asked = await story.say("send")
        assert (asked.end.brake, sent) == ("calls", [])
        told = await story.answer(asked.questions[0], YES)
    assert (told.status, told.text, sorted(sent)) == ("success", "Done.", ["a", "b", "c"])


async def test_a_yes_lets_identical_calls_of_one_message_through(tell):
    sent: list[str] = []
    same = ['call: send {"to": "a"}'] * 3
    async with tell([same, "text: Done."], tools=[sender(sent, "read", None)]) as story:
        asked = await story.say("send")
        assert (asked.end.brake, sent) == ("identical_call", [])
        told = await story.answer(asked.questions[0], YES)
    assert (told.status, sent) == ("success", ["a"] * 3)


async def test_a_brake_does_not_carry_more_questions_than_a_run_may_ask(tell, desk):
    deletes = [f'call: delete {{"folder": "{n}"}}' for n in range(21)]
    looks = [f'call: look {{"city": "{n}"}}' for n in range(3)]
    async with tell([[*deletes, *looks], "text: x"], limits=Limits(calls=2)) as story:
        told = await story.say("go")
    assert (told.status, told.end.code, told.questions) == ("failed", "too_many_asks", ())
    assert desk.effects == []


@pytest.mark.parametrize("end", ["length", "content_filter"])
@pytest.mark.parametrize("raw", ["", " ", '{"to": "a'])
async def test_a_call_whose_arguments_were_cut_off_never_runs(tell, end, raw):
    sent: list[str] = []
    turn = [Call("send", raw), Stop(end)]
    async with tell([turn, "text: Sorry."], tools=[sender(sent, "read", None)]) as story:
        told = await story.say("send")
    assert (told.status, told.results, sent) == ("success", [("send", "invalid")], [])
