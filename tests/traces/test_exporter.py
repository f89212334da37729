"""Spans of ended runs on their way out: batched, sampled, bounded, and never in the way."""

import asyncio
import threading
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace
from tests.stories.tools import Desk
from tests.traces.recorded import lines_of, recorded

from interlock.domain.agents import Agent
from interlock.domain.redact import Redactor
from interlock.models.scripted import Scripted
from interlock.testing import Story
from interlock.traces.exporter import Exporter, Sheet
from interlock.traces.ids import Caller
from interlock.traces.sample import Sampling
from interlock.traces.trace import trace_of

BOUND = 20.0


class Sent:
    """A collector's place: takes spans, refuses them, or does not answer until it is let."""

    def __init__(self, *, takes: bool = True) -> None:
        self.sheets: list[Sheet] = []
        self.takes = takes
        self.requests = 0
        self.closed = False
        self.open = threading.Event()
        self.open.set()

    def __call__(self, sheets: Sequence[Sheet], /) -> bool:
        assert self.open.wait(BOUND)
        self.requests += 1
        if self.takes:
            self.sheets += sheets
        return self.takes

    def close(self) -> None:
        self.closed = True

    def names(self) -> list[str]:
        return [sheet.span.name for sheet in self.sheets]


@pytest.fixture
def tell(tmp_path):
    def begin(*turns: Any) -> Story:
        model = Scripted(list(turns))
        return Story([Agent("clerk", model=model, tools=Desk().all)], tmp_path)

    return begin


async def exported(story: Story, sent: Sent, *runs: str, **options: Any) -> Exporter:
    """Offer runs and wait until nothing waits."""
    sampling = options.pop("sampling", Sampling())
    redactor = Redactor(options.pop("secrets", ()))
    exporter = Exporter(story.runtime.store, sent, sampling, redactor, **options)
    for run_id in runs:
        exporter.offer(run_id)
    work = asyncio.create_task(exporter.run())  # noqa: TID251 - it is cancelled below
    await exporter.close(BOUND)
    work.cancel()
    await asyncio.wait([work])
    return exporter


async def test_a_run_is_exported_as_its_trace_shows_it(tell):
    sent = Sent()
    async with tell('call: look {"city": "Oslo"}', "text: Sunny.") as story:
        told = await story.say("weather?")
        exporter = await exported(story, sent, told.run_id)
        trace = trace_of(told.events, 0)
    assert sorted(sent.names()) == sorted(span.name for span in trace.spans)
    assert {sheet.trace_id for sheet in sent.sheets} == {trace.trace_id}
    assert [sheet.span for sheet in sent.sheets] == trace.spans
    assert (exporter.runs["sent"], sent.closed) == (1, True)


async def test_a_wait_is_exported_once_with_the_run_that_ends_it(tell):
    sent = Sent()
    async with tell('call: delete {"folder": "a"}', "text: Done.") as story:
        asked = await story.say("delete a")
        await exported(story, sent, asked.run_id)
        before = sent.names()
        told = await story.answer(asked.questions[0], {"approved": True})
        await exported(story, sent, told.run_id)
        trace = trace_of([*asked.events, *told.events], 0)
    assert "wait_for_person delete" not in before
    assert sent.names().count("wait_for_person delete") == 1
    assert len({sheet.span.id for sheet in sent.sheets}) == len(sent.sheets) == len(trace.spans)
    assert {sheet.trace_id for sheet in sent.sheets} == {trace.trace_id}
    assert lines_of(trace)


async def test_a_wait_that_a_newer_message_ended_stays_in_its_own_trace(tell):
    sent = Sent()
    async with tell('call: delete {"folder": "a"}', "text: Hello.") as story:
        asked = await story.say("delete a")
        told = await story.say("never mind", asked.thread_id, on_open="supersede")
        await exported(story, sent, asked.run_id, told.run_id)
    waits = [sheet for sheet in sent.sheets if sheet.span.kind == "wait"]
    assert [(one.trace_id, one.span.outcome) for one in waits] == [
        (trace_of(asked.events, 0).trace_id, "superseded")
    ]


async def test_runs_that_wait_together_go_out_together(tell):
    sent = Sent()
    async with tell("text: A", "text: B", "text: C") as story:
        runs = [(await story.say("hello")).run_id for _ in range(3)]
        exporter = await exported(story, sent, *runs)
    assert (sent.requests, exporter.runs["sent"]) == (1, 3)


async def test_losing_the_collector_hurts_nothing_and_is_counted(tell):
    sent = Sent(takes=False)
    async with tell("text: A", "text: B") as story:
        runs = [(await story.say("hello")).run_id for _ in range(2)]
        exporter = await exported(story, sent, *runs)
        sent.takes = True
        await exported(story, sent, runs[0])
    assert (exporter.runs["failed"], exporter.runs["sent"]) == (2, 0)
    assert "chat scripted" in sent.names()


async def test_what_does_not_fit_into_the_queue_is_dropped_and_counted(tell):
    async with tell("text: A") as story:
        exporter = Exporter(story.runtime.store, Sent(), Sampling(), Redactor(()), most=2)
        for place in range(5):
            exporter.offer(f"run_{place}")
        await exporter.close(0.01)  # nobody works on it: what waits is lost, and counted
    assert (exporter.runs["dropped"], exporter.waiting) == (5, 0)


async def test_no_run_waits_for_a_collector_that_does_not_answer(tell):
    sent = Sent()
    sent.open.clear()
    async with tell("text: A", "text: B") as story:
        first = await story.say("hello")
        exporter = Exporter(story.runtime.store, sent, Sampling(), Redactor(()))
        work = asyncio.create_task(exporter.run())  # noqa: TID251 - it is cancelled below
        exporter.offer(first.run_id)
        second = await asyncio.wait_for(story.say("hello"), BOUND)
        exporter.offer(second.run_id)
        assert (second.status, sent.requests) == ("success", 0)
        sent.open.set()
        await exporter.close(BOUND)
        work.cancel()
        await asyncio.wait([work])
    assert exporter.runs["sent"] == 2


async def test_sampling_keeps_what_failed(tell):
    sent = Sent()
    none = Sampling(ratio=0.0)
    async with tell("text: A", 'call: flaky {"how": "error"}', "text: Sorry.") as story:
        fine = await story.say("hello")
        bad = await story.say("try")
        exporter = await exported(story, sent, fine.run_id, bad.run_id, sampling=none)
    assert {sheet.span.run_id for sheet in sent.sheets} == {bad.run_id}
    assert (exporter.runs["sent"], exporter.runs["not_sampled"]) == (1, 1)


def test_sampling_keeps_what_was_expensive():
    run = recorded("weather").spans[0]
    dear = [replace(run, cost=Decimal(2))]
    unlucky = "f" * 32
    assert Sampling(0.5, Decimal(2)).keeps(unlucky, dear)
    assert not Sampling(0.5, Decimal(3)).keeps(unlucky, dear)
    assert not Sampling(0.5).keeps(unlucky, dear)


def test_what_a_sampled_caller_began_is_kept():
    caller = Caller("f" * 32, "f" * 16, sampled=True)
    assert Sampling(0.0).keeps("f" * 32, [], caller)
    assert not Sampling(0.0).keeps("f" * 32, [], replace(caller, sampled=False))


def test_the_runs_of_a_trace_share_their_fate_and_the_ratio_holds():
    some = Sampling(ratio=0.25)
    kept = [some.keeps(f"{place * 0x9E3779B97F4A7C15 % 2**128:032x}", []) for place in range(4000)]
    assert 850 < sum(kept) < 1150


async def test_no_content_leaves_unless_it_is_switched_on_and_no_secret_ever(tell):
    quiet, open_ = Sent(), Sent()
    async with tell(
        'call: look {"city": "hunter2-hunter2"}', "text: Sunny in hunter2-hunter2."
    ) as story:
        told = await story.say("weather in hunter2-hunter2?")
        await exported(story, quiet, told.run_id)
        await exported(story, open_, told.run_id, content=True, secrets=["hunter2-hunter2"])
    assert "hunter2-hunter2" not in repr(quiet.sheets)
    assert "Sunny" not in repr(quiet.sheets)
    said = repr(open_.sheets)
    assert "Sunny in " in said
    assert "gen_ai.tool.call.arguments" in said
    assert "gen_ai.input.messages" in said
    assert "hunter2-hunter2" not in said
