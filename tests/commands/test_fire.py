"""Firing: each slot once, with its run, by the policies; on every kind of store."""

import asyncio

import pytest
from msgspec.structs import replace
from tests.commands.schedules import (
    HOUR,
    T0,
    ask,
    finish,
    fire_all,
    plan,
    shown,
    slots,
    states,
    time,
)
from tests.store.build import ANN, add_run, thread
from tests.store.conftest import Open

from interlock.commands.answer import Answer, Answers, answer
from interlock.commands.fire import PATIENCE_MS, fire, fire_by_hand
from interlock.commands.schedule import create, edit, pause
from interlock.commands.schedule_form import ScheduleForm, SchedulePatch
from interlock.domain.events import Noted, RunStarted
from interlock.domain.messages import text_of
from interlock.domain.people import User
from interlock.domain.schedules import MANY_LATE, Timing
from interlock.errors import Conflict
from interlock.ports import Store, Tx
from interlock.ports.access import Sought


async def test_a_due_slot_fires_a_run_of_its_user_with_its_message(store: Store):
    now = await time(store)
    await plan(store, now - 100)
    (run,) = await fire_all(store)
    assert (run.tenant, run.user, run.agent) == ("acme", "ann", "clerk")
    assert (run.status, run.channel) == ("queued", "schedule")
    started, note = await store.read(lambda reader: reader.events(run.id))
    assert isinstance(started.data, RunStarted)
    assert started.data.message is not None
    assert text_of(started.data.message) == "report"
    assert isinstance(note.data, Noted)
    assert note.data.data == {"schedule_id": "schedule_1", "slot": now - 100}
    (slot,) = await slots(store)
    assert (slot.run_id, slot.turn_id, slot.thread_id) == (run.id, run.turn_id, run.thread_id)
    assert (await shown(store)).next_at == now - 100 + HOUR
    assert await fire_all(store) == []


async def test_slot_run_and_first_event_are_there_together_or_not_at_all(store: Store):
    now = await time(store)
    await plan(store, now - 100)

    def fail(tx: Tx) -> None:
        assert len(fire(tx, T0)) == 1
        raise ValueError("the power is cut")

    with pytest.raises(ValueError, match="power"):
        await store.write(fail)
    assert await slots(store) == []
    assert await store.read(lambda reader: reader.unfinished_runs()) == []
    assert len(await fire_all(store)) == 1


async def test_however_many_schedulers_look_at_once_each_slot_fires_once(open_store: Open):
    stores = [open_store(lambda _: None)]
    if type(stores[0]).__name__ == "PostgresStore":
        stores += [open_store(lambda _: None) for _ in range(2)]
    try:
        now = await time(stores[0])
        for number in range(25):
            one = f"schedule_{number}"
            await plan(stores[0], now - 3 * HOUR, id=one, missed="all", overlap="allow")
        for _ in range(3):
            looks = [fire_all(store) for store in stores for _ in range(6)]
            await asyncio.gather(*looks)
        for number in range(25):
            found = await slots(stores[0], f"schedule_{number}")
            assert [slot.slot for slot in found] == [now - n * HOUR for n in (3, 2, 1, 0)]
            assert len({slot.run_id for slot in found}) == 4
        runs = await stores[0].read(lambda reader: reader.unfinished_runs())
        assert len(runs) == 100
    finally:
        for store in stores:
            await store.close()


async def test_a_slot_that_somebody_took_is_never_fired_again(store: Store):
    """Whatever the schedule's row says: an edit, an old backup, a clock that jumps."""
    now = await time(store)
    schedule = await plan(store, now - 100, overlap="allow")
    assert len(await fire_all(store)) == 1
    await store.write(lambda tx: tx.schedules.change(schedule))
    assert await fire_all(store) == []
    assert len(await slots(store)) == 1


async def test_a_clock_that_is_set_back_fires_nothing_twice(store: Store):
    now = await time(store)
    await plan(store, now - 100)
    assert len(await fire_all(store, T0)) == 1
    for back in (1, 60_000, HOUR, 48 * HOUR):
        assert await fire_all(store, T0 - back) == []
    assert len(await slots(store)) == 1


async def test_a_slot_that_comes_while_the_one_before_works_is_skipped(store: Store):
    now = await time(store)
    await plan(store, now - 3 * HOUR, missed="all")
    assert len(await fire_all(store)) == 1
    assert await states(store) == [("fired", ""), *[("skipped", "overlap")] * 3]


async def test_a_slot_that_comes_while_the_one_before_waits_for_a_person_is_skipped(store: Store):
    now = await time(store)
    schedule = await plan(store, now - HOUR - 100, missed="all", timing=Timing(at=now - HOUR - 100))
    (run,) = await fire_all(store)
    await ask(store, run, now)
    later = replace(schedule, timing=Timing(at=now - 50), next_at=now - 50)
    await store.write(lambda tx: tx.schedules.change(later))
    assert await fire_all(store) == []
    assert await states(store) == [("fired", ""), ("skipped", "overlap")]
    yes = Answers(principal=ANN, answers=[Answer(interrupt_id="int_1", value=True)])
    taken = await store.write(lambda tx: answer(tx, yes, now))
    assert taken.run is not None
    await finish(store, taken.run.id)
    again = replace(schedule, timing=Timing(at=now - 40), next_at=now - 40)
    await store.write(lambda tx: tx.schedules.change(again))
    assert len(await fire_all(store)) == 1


async def test_overlap_is_allowed_where_it_is_asked_for(store: Store):
    now = await time(store)
    await plan(store, now - 3 * HOUR, missed="all", overlap="allow")
    assert len({run.thread_id for run in await fire_all(store)}) == 4


async def test_queued_slots_fire_one_after_the_other(store: Store):
    now = await time(store)
    await plan(store, now - 2 * HOUR, missed="all", overlap="queue")
    (first,) = await fire_all(store)
    assert await states(store) == [("fired", ""), ("waiting", "overlap"), ("waiting", "overlap")]
    assert await look_again(store) == []
    await finish(store, first.id)
    (second,) = await look_again(store)
    await finish(store, second.id)
    (third,) = await look_again(store)
    await finish(store, third.id)
    assert await look_again(store) == []
    found = await slots(store)
    assert [slot.run_id for slot in found] == [first.id, second.id, third.id]
    assert {(slot.state, slot.why) for slot in found} == {("fired", "")}


async def look_again(store: Store):
    """As if the waiting slots had been looked at long ago."""

    def age(tx: Tx) -> None:
        for slot in tx.schedules.waiting_slots("schedule_1"):
            tx.schedules.settle(replace(slot, at=slot.at - PATIENCE_MS - 1))

    await store.write(age)
    return await fire_all(store)


async def test_only_so_many_slots_wait(store: Store):
    now = await time(store)
    await plan(store, now - 30 * HOUR, missed="all", overlap="queue")
    await fire_all(store)
    await fire_all(store)
    found = await states(store)
    assert found.count(("waiting", "overlap")) <= 24
    assert found.count(("fired", "")) == 1


async def test_pausing_drops_what_waits(store: Store):
    now = await time(store)
    await plan(store, now - 2 * HOUR, missed="all", overlap="queue")
    await fire_all(store)
    await store.write(lambda tx: pause(tx, ANN, "schedule_1", now))
    assert await states(store) == [("fired", ""), ("skipped", "paused"), ("skipped", "paused")]
    assert await look_again(store) == []


async def test_missed_slots_are_passed_over_in_one_row(store: Store):
    now = await time(store)
    await plan(store, now - 10 * HOUR - 120_000)
    assert len(await fire_all(store)) == 1
    passed, fired = await slots(store)
    assert (passed.state, passed.why, passed.passed) == ("skipped", "missed", 10)
    assert (fired.state, fired.slot) == ("fired", now - 120_000)


async def test_the_policy_all_makes_up_for_a_day_at_most(store: Store):
    now = await time(store)
    await plan(store, now - 100 * HOUR - 120_000, missed="all", overlap="allow")
    assert len(await fire_all(store)) == MANY_LATE
    assert (await slots(store))[0].passed == 101 - MANY_LATE


async def test_a_schedule_of_one_conversation_waits_for_it(store: Store):
    now = await time(store)
    await store.write(lambda tx: add_run(tx, "run_1", "thread_1"))
    await plan(store, now - 100, thread_id="thread_1", overlap="queue")
    assert await fire_all(store) == []
    assert await states(store) == [("waiting", "overlap")]
    await end_of_run_1(store)
    (run,) = await look_again(store)
    assert run.thread_id == "thread_1"


async def end_of_run_1(store: Store) -> None:
    await finish(store, "run_1")


async def test_a_schedule_whose_conversation_is_gone_is_paused(store: Store):
    now = await time(store)
    await store.write(lambda tx: tx.put_thread(thread()))
    await plan(store, now - 100, thread_id="thread_1")
    await store.write(lambda tx: tx.delete_thread("thread_1", now))
    assert await fire_all(store) == []
    assert await states(store) == [("failed", "thread_not_found")]
    after = await shown(store)
    assert after.paused
    assert "conversation" in after.paused_why


async def test_nothing_runs_in_the_name_of_a_disabled_user(store: Store):
    now = await time(store)
    await plan(store, now - 100)
    gone = User(tenant="acme", id="ann", disabled_at=now - 1)
    await store.write(lambda tx: tx.access.people.put_user(gone))
    assert await fire_all(store) == []
    after = await shown(store)
    assert (after.paused, after.paused_why) == (True, "Its user is disabled.")
    assert await slots(store) == []


async def test_a_schedule_whose_time_can_not_be_read_any_more_is_paused(store: Store):
    """A zone that an update of the time zone database took away, say."""
    now = await time(store)
    lost = Timing(cron="0 * * * *", zone="Mars/Olympus")
    await plan(store, now - 200, id="schedule_lost", timing=lost)
    await plan(store, now - 100)
    assert len(await fire_all(store)) == 1
    after = await shown(store, "schedule_lost")
    assert after.paused
    assert "Mars/Olympus" in after.paused_why


async def test_a_paused_schedule_does_not_fire_and_may_be_fired_by_hand(store: Store):
    now = await time(store)
    await plan(store, now - 100, paused=True)
    assert await fire_all(store) == []
    run = await store.write(lambda tx: fire_by_hand(tx, schedule_of(tx), now))
    assert run.status == "queued"
    with pytest.raises(Conflict, match="not over"):
        await store.write(lambda tx: fire_by_hand(tx, schedule_of(tx), now + 1))
    await finish(store, run.id)
    await store.write(lambda tx: fire_by_hand(tx, schedule_of(tx), now + 2))


def schedule_of(tx: Tx):
    found = tx.schedules.get_to_change("schedule_1")
    assert found is not None
    return found


async def test_an_edit_of_the_time_is_computed_from_now_on(store: Store):
    now = await time(store)
    form = ScheduleForm(name="report", agent="clerk", message="report", every=3600)
    made = await store.write(lambda tx: create(tx, ANN, form, now))
    assert made.next_at == now + HOUR
    patch = SchedulePatch(every=60)
    edited = await store.write(lambda tx: edit(tx, ANN, made.id, patch, now + 30_000))
    assert edited.next_at == now + 90_000
    same = await store.write(
        lambda tx: edit(tx, ANN, made.id, SchedulePatch(name="other"), now + 40_000)
    )
    assert (same.name, same.next_at) == ("other", edited.next_at)


async def test_what_people_do_to_schedules_is_in_the_audit_log(store: Store):
    now = await time(store)
    form = ScheduleForm(name="report", agent="clerk", message="report", cron="@daily")
    made = await store.write(lambda tx: create(tx, ANN, form, now))
    await store.write(lambda tx: pause(tx, ANN, made.id, now))
    acts = await store.read(lambda reader: reader.access.audit.acts(Sought(tenant="acme")))
    assert [act.action for act in acts] == ["schedule.pause", "schedule.create"]
    assert {act.subject for act in acts} == {made.id}
