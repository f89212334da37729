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
