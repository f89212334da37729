"""A tool may do its worst: the run goes on, the next run too, and the log can be read."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from interlock.domain.events import ToolProgressed
from interlock.domain.tools import Tool, ToolContext
from interlock.errors import ToolError, ToolUnavailable
from interlock.gate.pace import FREE
from interlock.models.scripted import Scripted
from interlock.tools.function import tool
from interlock.tools.raw import schema_tool

NOT_UTF8 = b"caf\xe9".decode("utf-8", "surrogateescape")


class Panic(BaseException):
    """What a native extension raises when it breaks."""


def act(handler: Callable[..., Awaitable[object]]) -> Tool:
    """A repeatable tool: what went wrong might be tried again for ever."""
    return schema_tool("act", "Act.", {"type": "object"}, handler, effect="read")


@pytest.mark.parametrize(
    "fault", [asyncio.CancelledError(), Panic("x"), SystemExit(3), KeyboardInterrupt()]
)
async def test_whatever_a_tool_raises_is_a_failed_call_and_the_next_run_is_served(tell, fault):
    ran: list[str] = []

    async def handler(context: ToolContext, _arguments):
        ran.append(context.call_id)
        raise fault

    async with tell(["call: act", "text: Sorry.", "text: Hello."], tools=[act(handler)]) as story:
        async with asyncio.timeout(10):
            told = await story.say("act")
            again = await story.say("hello")
    assert (told.status, told.results, len(ran)) == ("success", [("act", "failed")], 1)
    assert again.text == "Hello."


async def test_a_policy_that_panics_ends_its_run_and_no_other(tell, desk):
    def policy(_view):
        raise Panic("x")

    script = ['call: look {"city": "A"}', "text: Hello."]
    async with tell(script, policy=policy) as story, asyncio.timeout(10):
        told = await story.say("look")
        again = await story.say("hello")
    assert (told.status, told.end.code, desk.effects) == ("failed", "internal", [])
    assert again.text == "Hello."


@pytest.mark.parametrize("error", [ToolError, ToolUnavailable, RuntimeError])
async def test_words_that_are_not_utf8_do_not_stop_the_log(tell, error):
    async def handler(_context, _arguments):
        raise error(NOT_UTF8)

    async with tell(["call: act", "text: Sorry."], tools=[act(handler)]) as story:
        async with asyncio.timeout(10):
            told = await story.say("act")
    assert told.status in {"success", "failed"}
    assert [name for name, _ in told.results] == ["act"]


@pytest.mark.parametrize("shown", [object(), {"name": NOT_UTF8}, "x" * 100_000, [float]])
async def test_progress_that_nobody_could_store_is_dropped_and_the_call_goes_on(tell, shown):
    async def handler(context: ToolContext, _arguments):
        context.progress(shown)
        context.progress("half")
        return "done"

    async with tell(["call: act", "text: Done."], tools=[act(handler)]) as story:
        async with asyncio.timeout(10):
            told = await story.say("act")
    assert told.results == [("act", "done")]
    assert progress_of(told) == ["half"]


async def test_a_function_in_a_thread_shows_progress_in_order(tell):
    @tool(effect="read")
    def count(context: ToolContext) -> str:
        """Count."""
        for number in range(5):
            context.progress(number)
        return "counted"

    async with tell(["call: count", "text: Done."], tools=[count]) as story:
        told = await story.say("count")
    assert told.results == [("count", "done")]
    assert progress_of(told) == [0, 1, 2, 3, 4]


async def test_a_flood_of_progress_is_thinned_out_and_its_end_is_shown(tell):
    async def handler(context: ToolContext, _arguments):
        for number in range(10_000):
            context.progress(number)
        return "done"

    async with tell(["call: act", "text: Done."], tools=[act(handler)]) as story:
        told = await story.say("act")
    shown = progress_of(told)
    assert shown[:FREE] == list(range(FREE))
    assert shown[-1] == 9_999
    assert len(shown) < FREE + 50


async def test_every_try_of_a_call_gets_the_arguments_that_were_checked(tell):
    seen: list[object] = []

    async def handler(_context, arguments):
        seen.append(list(arguments["names"]))
        arguments["names"].append("forged")
        raise ToolUnavailable("down")

    script = Scripted(['call: act {"names": ["a"]}'])
    async with tell(script, tools=[act(handler)]) as story:
        told = await story.say("act")
    assert told.end.code == "tool_unavailable"
    assert seen == [["a"]] * 3


def progress_of(told):
    return [fact.data for fact in told.facts if isinstance(fact, ToolProgressed)]
