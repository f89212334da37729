"""Tools show todo lists, plans, pages and charts, and so do models, by calling tools that do."""

import asyncio
import json

import pytest

from interlock import ToolContext, show_artifact, show_chart, show_plan, show_todo, tool
from interlock.domain.events import Shown
from interlock.domain.exhibits import Artifact, Chart, Item, Plan, Series, Todo
from interlock.gate.pace import FREE
from interlock.gate.progress import MAX_EXHIBITS

BARS = {"type": "bar", "labels": ["a", "b"], "series": [{"name": "n", "values": [1, 2]}]}


def shown(told):
    return [fact.exhibit for fact in told.facts if isinstance(fact, Shown)]


def working(work):
    """A tool ``act`` that does something with its context."""

    @tool(effect="read", returns="trusted")
    async def act(context: ToolContext) -> str:
        """Act."""
        work(context)
        return "acted"

    return act


async def tell_of(tell, work):
    async with tell(["call: act", "text: Done."], tools=[working(work)]) as story:
        return await story.say("act")


async def test_a_tool_shows_each_kind(tell):
    def work(context: ToolContext) -> None:
        context.todo(["one", {"text": "two", "state": "done"}], title="Work")
        context.plan(["first"], name="way")
        context.artifact("page", "A page", "<p>hello")
        context.chart("figures", BARS)

    told = await tell_of(tell, work)
    assert told.results == [("act", "done")]
    assert shown(told) == [
        Todo(id="todo", items=(Item("one"), Item("two", "done")), title="Work"),
        Plan(id="way", steps=(Item("first"),)),
        Artifact(id="page", title="A page", source="<p>hello"),
        Chart(id="figures", type="bar", labels=("a", "b"), series=(Series((1, 2), "n"),)),
    ]


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("todo", [{"text": "a", "state": "half"}], "This is no todo that can be shown"),
        ("chart", {**BARS, "labels": ["a"]}, "each series needs 1 values"),
    ],
)
async def test_what_does_not_fit_fails_the_call_and_the_model_reads_why(tell, kind, data, words):
    def work(context: ToolContext) -> None:
        if kind == "todo":
            context.todo(data)
        else:
            context.chart("c", data)

    told = await tell_of(tell, work)
    assert told.results == [("act", "failed")]
    assert shown(told) == []
    [message] = [one for one in told.messages if getattr(one, "call_id", "")]
    assert words in message.text


async def test_one_call_may_not_show_ever_more_things(tell):
    def work(context: ToolContext) -> None:
        for number in range(MAX_EXHIBITS):
            context.todo(["a"], name=f"list {number}")
        context.todo(["b"], name="list 0")
        context.todo(["a"], name="one more")

    told = await tell_of(tell, work)
    assert told.results == [("act", "failed")]
    assert len(shown(told)) == MAX_EXHIBITS + 1


async def test_a_flood_is_thinned_out_and_its_end_is_shown(tell):
    def work(context: ToolContext) -> None:
        for number in range(5_000):
            context.todo([f"{number}"])
            context.plan([f"{number}"])

    everything = shown(await tell_of(tell, work))
    assert len(everything) < FREE + 50
    last = {type(one): one for one in everything}
    assert last[Todo] == Todo(id="todo", items=(Item("4999"),))
    assert last[Plan] == Plan(id="plan", steps=(Item("4999"),))


async def test_large_ones_again_and_again_do_not_fill_the_log(tell):
    def work(context: ToolContext) -> None:
        for number in range(100):
            context.artifact("page", "A page", f"{number}" + "x" * 250_000)

    pages = [one for one in shown(await tell_of(tell, work)) if isinstance(one, Artifact)]
    assert pages[-1].source.startswith("99x")
    assert sum(len(one.source) for one in pages) < 15_000_000


async def test_a_stopped_tool_shows_nothing_more(tell):
    going = asyncio.Event()

    @tool(effect="read", returns="trusted")
    async def act(context: ToolContext) -> str:
        """Act."""
        context.todo(["before"])
        going.set()
        try:
            await asyncio.sleep(3600)
        finally:
            context.todo(["after"])
        return "acted"

    async with tell(["call: act", "text: Done."], tools=[act]) as story:
        run_id = await story.begin("act")
        await asyncio.wait_for(going.wait(), 10)
        told = await story.stop(run_id, "enough")
    assert shown(told) == [Todo(id="todo", items=(Item("before"),))]


async def test_a_model_shows_things_without_asking_anybody(tell):
    calls = {
        "show_todo": {"items": [{"text": "read", "state": "active"}]},
        "show_plan": {"title": "Way", "steps": [{"text": "go", "state": "open"}]},
        "show_artifact": {"name": "p", "title": "A page", "source": "<p>"},
        "show_chart": {"name": "c", **BARS},
    }
    script = "\n".join(f"call: {name} {json.dumps(given)}" for name, given in calls.items())
    tools = [show_todo, show_plan, show_artifact, show_chart]
    async with tell([script, "text: Done."], tools=tools) as story:
        told = await story.say("show me")
    assert told.results == [(name, "done") for name in calls]
    assert {type(one) for one in shown(told)} == {Todo, Plan, Artifact, Chart}


async def test_a_model_that_shows_nonsense_is_told_and_nothing_is_seen(tell):
    nonsense = json.dumps({"name": "c", **BARS, "labels": ["only one"]})
    script = [f"call: show_chart {nonsense}", 'call: show_todo {"items": ["read"]}', "text: Sorry."]
    async with tell(script, tools=[show_todo, show_chart]) as story:
        told = await story.say("show me")
    assert told.results == [("show_chart", "failed"), ("show_todo", "invalid")]
    assert shown(told) == []
