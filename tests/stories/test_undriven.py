"""A run that ends without a driver is counted, told and exported like any other, and once."""

import asyncio
import logging
from collections import Counter
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.bus.conftest import URL, link
from tests.databases import postgres_schema
from tests.stories.tools import Desk
from tests.traces.collector import Collector, attributes, collecting

from interlock.commands.answer import Answer, Answers
from interlock.commands.begin import Begin
from interlock.domain.agents import Agent, OnNewMessage
from interlock.domain.messages import TextPart, UserMessage
from interlock.domain.records import Run
from interlock.models.scripted import Scripted
from interlock.settings import Settings
from interlock.testing.clock import ManualClock
from interlock.testing.story import ANN
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime

__all__ = ["link"]

DAY = 24 * 3600
BOUND = 20.0


@pytest.fixture
def lines(caplog):
    """What the log says of ends: the run, how it ended, and by whom."""
    caplog.set_level(logging.INFO, "interlock.loop.tell")

    def of(text: str = "run ended") -> list[dict[str, Any]]:
        return [vars(one) for one in caplog.records if one.getMessage() == text]

    return of


class House:
    """Processes over one database, and the collector that they export to."""

    def __init__(self, folder: Any, collector: Collector, **settings: Any) -> None:
        self._folder = folder
        self._settings: dict[str, Any] = {"otlp_endpoint": collector.url, "drain_seconds": 0.1}
        self._settings |= settings
        self.collector = collector
        self.clock = ManualClock()
        self.model = Scripted([])
        self.all: list[Runtime] = []

    def begin(self, stack: AsyncExitStack, **more: Any):
        agent = Agent("clerk", model=self.model, tools=Desk().all)
        settings = Settings(data_dir=str(self._folder), **{**self._settings, **more})
        return stack.enter_async_context(
            runtime(Interlock([agent]), settings, self.clock, environment={})
        )

    async def process(self, stack: AsyncExitStack, **more: Any) -> Runtime:
        """Begin a process."""
        parts = await self.begin(stack, **more)
        self.all.append(parts)
        return parts

    def metric(self, name: str) -> Counter[str]:
        """A counter of all processes together, by the values of its labels."""
        found: Counter[str] = Counter()
        for parts in self.all:
            for family in parts.sight.meter.families():
                if family.name == name:
                    for one in family.samples:
                        found[" ".join(value for _, value in one.labels)] += int(one.value)
        return +found

    def runs(self) -> Counter[str]:
        """The runs whose own span came to the collector."""
        return Counter(
            str(attributes(span)["interlock.run.id"])
            for span in self.collector.spans
            if span.name == "invoke_agent clerk"
        )


async def say(
    parts: Runtime, text: str, thread_id: str = "", on_open: OnNewMessage = "refuse"
) -> Run:
    order = Begin(
        principal=ANN,
        agent="clerk",
        message=UserMessage("", (TextPart(text),)),
        thread_id=thread_id,
        on_open=on_open or "refuse",
    )
    return (await parts.desk.begin(order)).run


async def ended(parts: Runtime, run_id: str) -> Run:
    async with asyncio.timeout(BOUND):
        async for _ in parts.feed.follow(run_id):
            pass
    run = await parts.store.read(lambda reader: reader.run(run_id))
    assert run is not None
    return run


async def test_a_run_that_is_stopped_before_anybody_has_it_is_told_counted_and_exported(
    tmp_path, lines
):
    async with collecting() as collector:
        house = House(tmp_path, collector)
        async with AsyncExitStack() as stack:
            parts = await house.process(stack)
            await parts.worker.park(0)
            run = await say(parts, "hello")
            house.clock.move(7)
            await parts.desk.cancel(ANN, run.id, "too slow")
            await parts.desk.cancel(ANN, run.id, "again")
        assert house.metric("interlock_runs_total") == {"cancelled": 1}
        assert house.metric("interlock_trace_exports_total") == {"sent": 1}
        [span] = collector.spans
    said = attributes(span)
    assert (span.name, said["interlock.run.id"]) == ("invoke_agent clerk", run.id)
    assert span.end_time_unix_nano - span.start_time_unix_nano == 7 * 10**9
    [line] = lines()
    told = {name: line[name] for name in ("status", "code", "by", "agent", "thread_id", "ms")}
    assert told == {
        "status": "cancelled",
        "code": "cancelled",
        "by": ANN.user,
        "agent": "clerk",
        "thread_id": run.thread_id,
        "ms": 7_000,
    }


async def test_whoever_asked_may_go_away_and_the_end_counts_all_the_same(tmp_path, lines):
    async with collecting() as collector:
        house = House(tmp_path, collector)
        async with AsyncExitStack() as stack:
            parts = await house.process(stack)
            await parts.worker.park(0)
            run = await say(parts, "hello")
            asking = asyncio.ensure_future(parts.desk.cancel(ANN, run.id))  # noqa: TID251 - it is cancelled
            await asyncio.sleep(0)  # it was handed to the store, and nobody waits any more
            asking.cancel()
            await asyncio.wait([asking])
            assert (await ended(parts, run.id)).status == "cancelled"
        assert house.metric("interlock_runs_total") == {"cancelled": 1}
        assert house.runs() == {run.id: 1}
    assert len(lines()) == 1


async def test_a_newer_message_that_is_stopped_itself_ends_the_wait_and_the_call_of_the_old_one(
    tmp_path, lines
):
    async with collecting() as collector:
        house = House(tmp_path, collector)
        house.model = Scripted(['call: delete {"folder": "a"}'])
        async with AsyncExitStack() as stack:
            parts = await house.process(stack)
            asked = await ended(parts, (await say(parts, "delete a")).id)
            assert asked.status == "interrupted"
            await parts.worker.park(0)
            newer = await say(parts, "never mind", asked.thread_id, "supersede")
            await parts.desk.cancel(ANN, newer.id)
        assert house.metric("interlock_runs_total") == {"interrupted": 1, "cancelled": 1}
        assert house.metric("interlock_tool_calls_total") == {"destructive superseded": 1}
        assert house.runs() == {asked.id: 1, newer.id: 1}
        waits = [one for one in collector.spans if one.name == "wait_for_person delete"]
    assert len(waits) == 1
    assert [line["status"] for line in lines()] == ["interrupted", "cancelled"]
    assert [(one["tool"], one["kind"]) for one in lines("call ended")] == [("delete", "superseded")]


async def tell_them_all(house: House, stack: AsyncExitStack, **settings: Any) -> dict[str, str]:
    """Each way in which a run may end while no worker is there. Returns how each run ended.

    Two servers take every request, both of them at once where that may end a run twice.
    """
    house.model = Scripted(['call: delete {"folder": "a"}'] * 2 + ["text: Not deleted."])
    first = await house.process(stack, role="server", **settings)
    second = await house.process(stack, role="server", **settings)
    async with AsyncExitStack() as work:
        worker = await house.process(work, role="worker", **settings)
        asked = [await ended(worker, (await say(first, "delete a")).id) for _ in range(2)]
    # Stopped before any worker has it.
    queued = await say(first, "hello")
    await asyncio.gather(*(one.desk.cancel(ANN, queued.id) for one in (first, second) * 5))
    # It wore out its workers: claimed again and again, and never let go of.
    worn = await say(second, "hello")
    for _ in range(2):
        await second.store.write(lambda tx: tx.claim(worn.id, "dead", 0))
    # A question that was answered, and the run that goes on with it is stopped.
    [question] = await first.store.read(lambda reader: reader.open_questions(asked[0].thread_id))
    one = Answer(interrupt_id=question.interrupt.id, value={"approved": True})
    onward = (await first.desk.answer(Answers(principal=ANN, answers=[one]))).run
    assert onward is not None
    await asyncio.gather(*(one.desk.cancel(ANN, onward.id) for one in (first, second) * 5))
    # A question whose time is over, told by whoever looks first.
    house.clock.move(8 * DAY)
    went_on = await asyncio.gather(first.desk.expire(), second.desk.expire())
    assert sorted(went_on) == [0, 1]
    expired = await first.store.read(lambda reader: reader.active_run(asked[1].thread_id))
    assert expired is not None
    worker = await house.process(stack, role="worker", **settings)
    runs = [*asked, queued, worn, onward, expired]
    return {run.id: (await ended(worker, run.id)).status for run in runs}


async def test_every_way_to_end_is_counted_told_and_exported_once_over_several_processes(
    tmp_path, lines, link
):
    with postgres_schema() as url:
        async with collecting() as collector:
            shared = {"database_url": url, "redis_url": URL, "redis_prefix": link.base.strip("{}")}
            house = House(tmp_path, collector, max_attempts=1, **shared)
            async with AsyncExitStack() as stack:
                ends = await tell_them_all(house, stack)
            assert list(ends.values()) == [
                "interrupted",
                "interrupted",
                "cancelled",
                "failed",
                "cancelled",
                "success",
            ]
            assert house.metric("interlock_runs_total") == Counter(ends.values())
            assert house.runs() == dict.fromkeys(ends, 1)
    assert Counter(line["status"] for line in lines()) == Counter(ends.values())
