"""What was allowed yesterday is judged again today, whoever stopped it in between."""

import asyncio

import pytest

from interlock.domain.decide import ATTEMPTS
from interlock.domain.policy import Ruling
from interlock.tools.function import tool

LOOK = 'call: wait_for {"city": "A"}'


def closed(_view):
    return Ruling("refuse", "closed", "the office is closed")


def waiting(effects: list[str], begun: asyncio.Event, effect):
    @tool(effect=effect, approval="never")
    async def wait_for(city: str) -> str:
        """Wait."""
        effects.append(city)
        begun.set()
        if len(effects) == 1:
            await asyncio.Event().wait()
        return "sunny"

    return wait_for


@pytest.fixture
def begun():
    return asyncio.Event()


async def crash(tell, begun, tools):
    """Begin a call and let the server go down while it runs."""
    async with tell([LOOK], tools=tools) as story:
        run_id = await story.begin("look")
        async with asyncio.timeout(5):
            await begun.wait()
    return run_id


async def test_a_lost_read_is_not_repeated_against_a_new_policy(tell, begun):
    effects: list[str] = []
    tools = [waiting(effects, begun, "read")]
    run_id = await crash(tell, begun, tools)
    async with tell(["text: Closed."], tools=tools, policy=closed) as story:
        told = await story.wait(run_id)
    assert (told.status, told.results, effects) == ("success", [("wait_for", "cancelled")], ["A"])


async def test_a_lost_read_is_repeated_when_nothing_changed(tell, begun):
    effects: list[str] = []
    tools = [waiting(effects, begun, "read")]
    run_id = await crash(tell, begun, tools)
    async with tell(["text: Sunny."], tools=tools) as story:
        told = await story.wait(run_id)
    assert (told.results, effects) == ([("wait_for", "done")], ["A", "A"])


async def test_run_it_does_not_overrule_a_new_policy(tell, begun):
    effects: list[str] = []
    tools = [waiting(effects, begun, "write")]
    run_id = await crash(tell, begun, tools)
    async with tell([], tools=tools) as story:
        asked = await story.wait(run_id)
    async with tell(["text: Closed."], tools=tools, policy=closed) as story:
        told = await story.answer(asked.questions[0], {"outcome": "run"})
    assert (told.status, told.results, effects) == ("success", [("wait_for", "refused")], ["A"])


async def test_a_call_that_takes_the_server_down_again_and_again_is_asked_about(tell, begun):
    effects: list[str] = []

    @tool(effect="read")
    async def wait_for(city: str) -> str:
        """Wait."""
        effects.append(city)
        begun.set()
        return await asyncio.Future[str]()

    run_id = await crash(tell, begun, [wait_for])
    for _ in range(ATTEMPTS - 1):
        begun.clear()
        async with tell([], tools=[wait_for]), asyncio.timeout(5):
            await begun.wait()
    async with tell(["text: Skipped."], tools=[wait_for]) as story:
        asked = await story.wait(run_id)
        question = asked.questions[0]
        assert question.kind == "indeterminate"
        assert question.question.startswith("The server stopped while wait_for was running for the")
        told = await story.answer(question, {"outcome": "skip"})
    assert (told.results, len(effects)) == ([("wait_for", "skipped")], ATTEMPTS)


async def test_a_yes_is_for_the_tool_that_was_shown_and_not_for_its_name(tell):
    effects: list[str] = []

    def remover(words: str):
        @tool(effect="destructive", consequence=words)
        async def remove(city: str) -> str:
            """Remove."""
            effects.append(f"{words} {city}")
            return "gone"

        return remove

    call = 'call: remove {"city": "A"}'
    async with tell([call], tools=(remover("Removes a draft."),)) as story:
        asked = await story.say("remove")
    again = (remover("Removes the whole archive."),)
    async with tell([call, "text: Done."], tools=again) as story:
        told = await story.answer(asked.questions[0], {"approved": True})
        assert told.results == [("remove", "refused")]
        assert effects == []
        assert told.questions[0].question == "Removes the whole archive."
        told = await story.answer(told.questions[0], {"approved": True})
    assert told.text == "Done."
    assert effects == ["Removes the whole archive. A"]
