"""Notices are written with what they tell of: together, once, and only for who subscribed."""

import asyncio

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.commands.hooks import events, subscribe, waiting
from tests.store.build import (
    STRANGER,
    add_run,
    delta,
    end,
    interrupt,
    numbered,
    run,
    yes,
)

from interlock.commands.expire import expire
from interlock.domain.events import Fact, InterruptOpened, ModelEnded, RunEnded
from interlock.domain.interrupts import Decision, InterruptStatus
from interlock.domain.messages import AssistantMessage, TextPart
from interlock.domain.schedules import Schedule, Slot, Timing
from interlock.errors import LeaseLost
from interlock.ports import Store, Tx

ENDED: list[Fact] = [RunEnded(status="success")]


async def test_the_end_of_a_run_that_its_driver_appends_is_told(store: Store):
    await subscribe(store)
    fence = await store.write(add_run)
    await store.append("run_1", fence, numbered(1, [delta(), delta()]))
    assert await waiting(store) == []
    await store.append("run_1", fence, numbered(3, ENDED, at=5_000))
    (told,) = await waiting(store)
    assert (told.event, told.run_id, told.thread_id) == ("run.ended", "run_1", "thread_1")
    assert (told.state, told.attempts, told.created_at) == ("pending", 0, 5_000)
    found = await store.read(lambda reader: reader.hooks.delivery("hook_1", told.id))
    assert found is not None
    assert json.decode(found[1])["data"]["status"] == "success"


async def test_appends_that_share_a_transaction_are_all_told(store: Store):
    await subscribe(store)
    for number in range(20):
        await store.write(lambda tx, n=number: add_run(tx, f"run_{n}", f"thread_{n}"))
    appends = [
        store.append(f"run_{number}", 1, numbered(1, ENDED, f"run_{number}"))
        for number in range(20)
    ]
    await asyncio.gather(*appends)
    told = await waiting(store)
    assert {one.run_id for one in told} == {f"run_{number}" for number in range(20)}
    assert len({one.id for one in told}) == 20


async def test_a_driver_that_lost_its_run_tells_nothing(store: Store):
    await subscribe(store)
    await store.write(add_run)
    with pytest.raises(LeaseLost):
        await store.append("run_1", 7, numbered(1, ENDED))
    assert await waiting(store) == []


async def test_what_is_taken_back_is_not_told(store: Store):
    await subscribe(store)

    def fail(tx: Tx) -> None:
        add_run(tx)
        tx.append("run_1", [*ENDED], 5_000)
        raise ValueError("taken back")

    with pytest.raises(ValueError, match="taken back"):
        await store.write(fail)
    assert await waiting(store) == []


async def open_question(store: Store, expires_at: int = 9_000) -> None:
    def work(tx: Tx) -> None:
        add_run(tx)
        asked = interrupt(expires_at=expires_at)
        tx.append(
            "run_1", [InterruptOpened(interrupt=asked), RunEnded(status="interrupted")], 2_000
        )

    await store.write(work)


async def test_a_question_is_told_when_it_is_asked_and_when_it_is_decided(store: Store):
    await subscribe(store)
    await open_question(store)
    assert await events(store) == ["interrupt.opened", "run.ended"]
    assert await store.write(lambda tx: tx.decide("int_1", yes()))
    assert await events(store) == ["interrupt.opened", "run.ended", "interrupt.decided"]
    assert not await store.write(lambda tx: tx.decide("int_1", yes("bob")))
    assert len(await waiting(store)) == 3


async def test_an_expiry_is_told_whoever_finds_it(store: Store):
    await subscribe(store)
    await open_question(store, expires_at=3_000)
    await store.write(lambda tx: expire(tx, 10_000))
    assert "interrupt.expired" in await events(store)
    assert "interrupt.decided" not in await events(store)


@pytest.mark.parametrize("status", ["superseded", "cancelled"])
async def test_every_other_end_of_a_question_is_a_decision(store: Store, status: InterruptStatus):
    await subscribe(store)
    await open_question(store)
    decision = Decision(status=status, by="ann", at=3_000, channel="api")
    await store.write(lambda tx: tx.decide("int_1", decision))
    assert (await events(store))[-1] == "interrupt.decided"


async def test_only_who_subscribed_is_told(store: Store):
    await subscribe(store, "hook_all")
    await subscribe(store, "hook_runs", events=("run.ended",))
    await subscribe(store, "hook_other_agent", agent="other")
    await subscribe(store, "hook_stranger", tenant=STRANGER.tenant)
    await subscribe(store, "hook_off", disabled_at=1)
    await open_question(store)
    assert await events(store, "hook_all") == ["interrupt.opened", "run.ended"]
    assert await events(store, "hook_runs") == ["run.ended"]
    for silent in ("hook_other_agent", "hook_stranger", "hook_off"):
        assert await events(store, silent) == []


async def test_where_nobody_subscribed_nothing_is_written(store: Store):
    await open_question(store)
    await store.write(lambda tx: tx.decide("int_1", yes()))
    assert not await store.read(lambda reader: reader.hooks.anything_due(2**52))


async def test_the_same_thing_told_twice_is_one_notice(store: Store):
    made = await subscribe(store)
    fence = await store.write(add_run)
    await store.append("run_1", fence, numbered(1, ENDED))
    (told,) = await waiting(store)
    await store.write(lambda tx: tx.hooks.send(made, told, b"{}"))
    assert len(await waiting(store)) == 1


async def fired(store: Store) -> int:
    """A schedule with a webhook of its own has fired, and its run is driven. Gives the fence."""
    schedule = Schedule(
        id="schedule_1",
        tenant="acme",
        user="ann",
        name="report",
        agent="clerk",
        message="report",
        timing=Timing(cron="0 * * * *"),
        hook_id="hook_silent",
        created_at=1,
        updated_at=1,
    )
    slot = Slot(
        schedule_id="schedule_1",
        tenant="acme",
        slot=1_000,
        state="fired",
        at=1_000,
        thread_id="thread_1",
        run_id="run_1",
        turn_id="turn_1",
    )

    def work(tx: Tx) -> int:
        tx.schedules.add(schedule)
        tx.schedules.take(slot, "ann")
        return add_run(tx)

    await subscribe(store, "hook_runs", events=("run.ended",))
    await subscribe(store, "hook_silent", events=("interrupt.opened",))
    return await store.write(work)


SAID = AssistantMessage(id="msg_2", parts=(TextPart("All is well."),))


async def test_the_result_of_a_schedule_goes_to_its_own_webhook(store: Store):
    fence = await fired(store)
    facts: list[Fact] = [delta(), ModelEnded(message=SAID, stop="stop"), RunEnded(status="success")]
    await store.append("run_1", fence, numbered(1, facts))
    assert await events(store, "hook_runs") == ["run.ended"]
    (told,) = await waiting(store, "hook_silent")
    assert told.event == "schedule.result"
    found = await store.read(lambda reader: reader.hooks.delivery("hook_silent", told.id))
    assert found is not None
    data = json.decode(found[1])["data"]
    assert (data["schedule_id"], data["text"]) == ("schedule_1", "All is well.")
    assert data["status"] == "success"


async def test_a_schedule_has_its_result_when_nobody_has_to_answer_any_more(store: Store):
    fence = await fired(store)
    await store.append("run_1", fence, numbered(1, [RunEnded(status="interrupted")]))
    assert await events(store, "hook_silent") == []

    def go_on(tx: Tx) -> None:
        tx.insert_run(replace(run("run_2"), resumes="run_1"))
        tx.claim("run_2")

    await store.write(go_on)
    await end(store, "run_2")
    assert await events(store, "hook_silent") == ["schedule.result"]
    assert await events(store, "hook_runs") == ["run.ended", "run.ended"]
