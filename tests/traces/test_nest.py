"""Spans that a tool makes by itself, or that a library makes in it, are children of the call's."""

import asyncio
from collections.abc import Generator

import pytest
from opentelemetry import context, trace
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from interlock import tool
from interlock.commands.begin import Begin
from interlock.domain.agents import Agent
from interlock.domain.events import ToolEnded
from interlock.domain.messages import TextPart, UserMessage
from interlock.models.scripted import Scripted
from interlock.testing import Story
from interlock.testing.story import ANN
from interlock.traces import here
from interlock.traces.trace import trace_of


class Library:
    """An instrumented library: whatever it does is a span."""

    def __init__(self) -> None:
        self.exporter = InMemorySpanExporter()
        self.provider = TracerProvider(shutdown_on_exit=False)
        self.provider.add_span_processor(SimpleSpanProcessor(self.exporter))
        self.tracer = self.provider.get_tracer("library")

    def spans(self) -> dict[str, ReadableSpan]:
        return {span.name: span for span in self.exporter.get_finished_spans()}


@pytest.fixture
def library() -> Generator[Library]:
    made = Library()
    yield made
    made.provider.shutdown()


def parent_of(span: ReadableSpan) -> tuple[str, str]:
    assert span.parent is not None
    return f"{span.parent.trace_id:032x}", f"{span.parent.span_id:016x}"


async def test_spans_of_a_tool_nest_under_its_call_in_threads_and_side_by_side(tmp_path, library):
    both = asyncio.Event()
    running = 0

    @tool(effect="read")
    async def wait(name: str) -> str:
        """Wait until two run at the same time."""
        nonlocal running
        running += 1
        if running == 2:
            both.set()
        with library.tracer.start_as_current_span(f"wait {name}"):
            await asyncio.wait_for(both.wait(), 20)
            await asyncio.create_task(inner(name))  # noqa: TID251 - a tool may
        return name

    async def inner(name: str) -> None:
        with library.tracer.start_as_current_span(f"inner {name}"):
            await asyncio.sleep(0)

    @tool(effect="read")
    def block(name: str) -> str:
        """Work in a thread."""
        with library.tracer.start_as_current_span(f"block {name}"):
            return f"{here.current()}"

    calls = ['call: wait {"name": "a"}', 'call: wait {"name": "b"}', 'call: block {"name": "c"}']
    agent = Agent("clerk", model=Scripted([calls, "text: Done."]), tools=[wait, block])
    async with Story([agent], tmp_path) as story:
        told = await story.say("go")
    assert told.status == "success"
    seen = trace_of(told.events, 0)
    ours = {
        span.name.split()[-1] + str(span.attributes["gen_ai.tool.call.id"]): span.id
        for span in seen.spans
        if span.kind == "tool"
    }
    theirs = library.spans()
    assert sorted(theirs) == ["block c", "inner a", "inner b", "wait a", "wait b"]
    parents = [parent_of(theirs[name]) for name in ("wait a", "wait b", "block c")]
    assert [trace_id for trace_id, _ in parents] == [seen.trace_id] * 3
    assert sorted(span_id for _, span_id in parents) == sorted(ours.values())
    for name in "ab":
        outer = theirs[f"wait {name}"].get_span_context()
        assert outer is not None
        assert parent_of(theirs[f"inner {name}"]) == (seen.trace_id, f"{outer.span_id:016x}")


async def test_a_call_that_was_allowed_later_nests_in_the_trace_of_its_turn(tmp_path, library):
    @tool(effect="destructive")
    def erase(name: str) -> str:
        """Erase it."""
        with library.tracer.start_as_current_span("erase"):
            return name

    agent = Agent("clerk", model=Scripted(['call: erase {"name": "a"}', "text: Done."]))
    agent = Agent("clerk", model=agent.model, tools=[erase])
    async with Story([agent], tmp_path) as story:
        asked = await story.say("erase a")
        told = await story.answer(asked.questions[0], {"approved": True})
    seen = trace_of([*asked.events, *told.events], 0)
    (call,) = (span for span in seen.spans if span.kind == "tool")
    assert parent_of(library.spans()["erase"]) == (seen.trace_id, call.id)


async def test_a_tool_sees_what_other_systems_say_of_its_callers_trace_also_after_a_question(
    tmp_path, library
):
    @tool(effect="destructive")
    def erase(name: str) -> str:
        """Erase it."""
        with library.tracer.start_as_current_span("erase") as span:
            said = span.get_span_context().trace_state.to_header()
        now = here.current()
        return f"{said} {now.headers['tracestate'] if now else ''} {name}"

    model = Scripted(['call: erase {"name": "a"}', "text: Done."])
    order = Begin(
        principal=ANN,
        agent="clerk",
        message=UserMessage("", (TextPart("erase a"),)),
        traceparent="00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        tracestate="rojo=1,congo=2",
    )
    async with Story([Agent("clerk", model=model, tools=[erase])], tmp_path) as story:
        asked = await story.wait((await story.runtime.desk.begin(order)).run.id)
        told = await story.answer(asked.questions[0], {"approved": True})
    (ended,) = [one.data for one in told.events if isinstance(one.data, ToolEnded)]
    assert ended.result.model == "rojo=1,congo=2 rojo=1,congo=2 a"


async def test_outside_of_a_tool_nothing_is_current(tmp_path, library):
    with library.tracer.start_as_current_span("mine"):
        agent = Agent("clerk", model=Scripted(["text: Hello."]))
        async with Story([agent], tmp_path) as story:
            await story.say("hello")
        assert trace.get_current_span(context.get_current()).is_recording()
    assert here.current() is None
