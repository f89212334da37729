"""Schedules from their time to their result: run, questions, conversation, notice."""

import asyncio
import contextlib
import itertools
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from tests.databases import postgres_schema
from tests.mail.receiver import receiving
from tests.store.build import BOUND
from tests.stories.tools import Desk

from interlock.commands.hook import HookForm
from interlock.commands.schedule_form import ScheduleForm
from interlock.domain.agents import Agent
from interlock.domain.records import Run
from interlock.domain.schedules import Schedule, Slot, Timing
from interlock.models.scripted import Scripted
from interlock.ports import Tx
from interlock.settings import Settings
from interlock.testing import ManualClock
from interlock.testing.story import ANN
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime

HOUR = 3_600_000
ASKS = ['call: delete {"folder": "old"}', "text: Deleted."]


def hourly(**more: Any) -> ScheduleForm:
    values: dict[str, Any] = {
        "name": "report",
        "agent": "clerk",
        "message": "report",
        "cron": "@hourly",
    }
    return ScheduleForm(**values | more)


async def slots(parts: Runtime, schedule: Schedule) -> list[Slot]:
    found = await parts.store.read(lambda reader: reader.schedules.slots(schedule.id, 100, None))
    return found[::-1]


async def come_due(parts: Runtime, made: Schedule, ago: int = 100) -> None:
    """As if its next slot were so many ms ago, by whatever clock decides."""

    def work(tx: Tx) -> None:
        now = tx.schedules.clock(parts.clock.now())
        before = tx.schedules.get(made.id)
        assert before is not None
        timing = Timing(every=3600, start=now - ago - 1_000 * HOUR)
        tx.schedules.change(replace(before, timing=timing, next_at=now - ago))

    await parts.store.write(work)


async def until(clock: ManualClock, condition: Callable[[], Any]) -> None:
    """Let the clock tick until something is so; seldom, for a run has only so much time."""
    async with asyncio.timeout(BOUND):
        for turn in itertools.count():
            if await condition():
                return
            if turn % 20 == 0:
                clock.move(1)
            await asyncio.sleep(0.005)


async def fired(parts: Runtime, clock: ManualClock, schedule: Schedule, count: int) -> list[Run]:
    """Wait until so many slots have fired and their runs are over."""

    async def look() -> list[Run]:
        found = [slot for slot in await slots(parts, schedule) if slot.run_id]
        runs = [
            await parts.store.read(lambda reader, s=slot: reader.run(s.run_id)) for slot in found
        ]
        done = [run for run in runs if run is not None and run.ended_at]
        return done if len(done) >= count else []

    await until(clock, look)
    return await look()


async def test_a_schedule_runs_at_its_time_in_a_new_conversation_each_time(tell):
    clock = ManualClock()
    async with tell(["text: All is well."] * 3, clock=clock) as story:
        parts = story.runtime
        made = await parts.planner.create(ANN, hourly())
        assert await slots(parts, made) == []
        for count in (1, 2, 3):
            await come_due(parts, made, 1_000 - count)
            runs = await fired(parts, clock, made, count)
        assert {run.status for run in runs} == {"success"}
        assert len({run.thread_id for run in runs}) == 3
        told = await story.wait(runs[0].id)
        assert told.text == "All is well."
        now = await parts.store.read(lambda reader: reader.schedules.clock(clock.now()))
        after = await parts.store.read(lambda reader: reader.schedules.get(made.id))
        assert after is not None
        assert HOUR - 60_000 < after.next_at - now < HOUR


async def test_a_schedule_of_one_conversation_goes_on_in_it(tell):
    clock = ManualClock()
    async with tell(["text: All is well."] * 3, clock=clock) as story:
        begun = await story.say("hello")
        parts = story.runtime
        made = await parts.planner.create(ANN, hourly(thread_id=begun.thread_id))
        for count in (1, 2):
            await come_due(parts, made, 1_000 - count)
            runs = await fired(parts, clock, made, count)
        assert {run.thread_id for run in runs} == {begun.thread_id}
        told = await story.wait(runs[-1].id)
        assert len(told.messages) == 6


async def test_what_a_scheduled_run_asks_is_in_the_inbox_and_its_answer_goes_on(tell, desk: Desk):
    clock = ManualClock()
    async with tell(ASKS, clock=clock) as story:
        parts = story.runtime
        made = await parts.planner.create(ANN, hourly())
        await come_due(parts, made, 200)
        (run,) = await fired(parts, clock, made, 1)
        assert run.status == "interrupted"
        told = await story.wait(run.id)
        (question,) = told.questions
        assert (question.tool, question.user) == ("delete", ANN.user)
        assert desk.effects == []

        await come_due(parts, made)
        await until(clock, lambda: at_least(parts, made, 2))
        assert [slot.state for slot in await slots(parts, made)] == ["fired", "skipped"]

        told = await story.answer(question, {"approved": True})
        assert told.text == "Deleted."
        assert desk.effects == ["delete old 90"]


async def at_least(parts: Runtime, schedule: Schedule, count: int) -> bool:
    return len(await slots(parts, schedule)) >= count


async def test_what_was_missed_while_nothing_ran_fires_once_at_the_next_start(tell):
    clock = ManualClock()
    async with tell(["text: All is well."] * 3, clock=clock) as story:
        made = await story.runtime.planner.create(ANN, hourly())
        await story.runtime.planner.pause(ANN, made.id)
        await come_due(story.runtime, made, 10 * HOUR + HOUR // 2)
    async with tell(["text: All is well."] * 3, clock=clock) as story:
        await unpaused(story.runtime, made)
        await fired(story.runtime, clock, made, 1)
        found = await slots(story.runtime, made)
        assert [(slot.state, slot.passed) for slot in found] == [("skipped", 10), ("fired", 0)]


async def unpaused(parts: Runtime, made: Schedule) -> None:
    """As if it had never been paused."""

    def work(tx: Tx) -> None:
        found = tx.schedules.get(made.id)
        assert found is not None
        tx.schedules.change(replace(found, paused=False))

    await parts.store.write(work)


@contextlib.asynccontextmanager
async def serving(settings: Settings, script: list[str]) -> AsyncGenerator[Runtime]:
    agent = Agent("clerk", model=Scripted(script), tools=Desk().all)
    async with runtime(Interlock([agent]), settings, environment={}) as parts:
        yield parts


async def test_a_result_reaches_its_webhook_on_the_shared_database_by_the_clock_of_all():
    with postgres_schema() as url:
        settings = Settings(
            database_url=url, role="both", token="t", webhooks_private=True, drain_seconds=0.1
        )
        async with receiving() as receiver, serving(settings, ["text: All is well."]) as parts:
            form = HookForm(name="pager", url=receiver.url, events=("schedule.result",))
            hook = await parts.hooks.create(ANN, form)
            now = await parts.store.read(lambda reader: reader.schedules.clock(0))
            once = ScheduleForm(name="once", agent="clerk", message="report", at=now + 1_500)
            made = await parts.planner.create(ANN, once)
            (got,) = await receiver.wait(1)
            said = got.verified(hook.secret)["data"]
            assert (said["schedule_id"], said["text"]) == (made.id, "All is well.")
            assert said["status"] == "success"
            after = await parts.store.read(lambda reader: reader.schedules.get(made.id))
            assert after is not None
            assert after.next_at == 0


async def test_a_result_reaches_its_webhook_in_one_process(tmp_path: Path):
    settings = Settings(data_dir=str(tmp_path), webhooks_private=True, drain_seconds=0.1)
    async with receiving() as receiver, serving(settings, ASKS) as parts:
        form = HookForm(name="pager", url=receiver.url, events=("interrupt.opened", "run.ended"))
        hook = await parts.hooks.create(ANN, form)
        run = await parts.planner.run_now(ANN, (await parts.planner.create(ANN, hourly())).id)
        await receiver.wait(2)
        said = [got.verified(hook.secret) for got in receiver.got]
        assert {one["type"] for one in said} == {"interrupt.opened", "run.ended"}
        assert {one["data"]["run_id"] for one in said} == {run.id}
        assert all("arguments" not in one["data"] for one in said)
