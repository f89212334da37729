"""What is due: late slots, missed ones, clocks that jump, jitter."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interlock.domain.schedules import GRACE_MS, MANY_LATE, Missed, Schedule, Timing
from interlock.domain.slots import COUNTED, due_slots, jitter_ms, next_slot, preview

MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
T0 = 1_772_323_200_000
"""2026-03-01 00:00 UTC."""


def schedule(timing: Timing, missed: Missed = "once", next_at: int = 0, **more: Any) -> Schedule:
    return Schedule(
        id=more.pop("id", "schedule_1"),
        tenant="acme",
        user="ann",
        name="report",
        agent="clerk",
        message="report",
        timing=timing,
        created_at=T0,
        updated_at=T0,
        missed=missed,
        next_at=next_at or next_slot(timing, T0),
        **more,
    )


HOURLY = Timing(cron="0 * * * *")


def test_nothing_is_due_before_its_time():
    hourly = schedule(HOURLY)
    assert due_slots(hourly, T0 + HOUR - 1).fire == ()
    assert due_slots(hourly, T0 + HOUR - 1).next_at == T0 + HOUR


def test_a_slot_is_due_at_its_time_and_the_next_follows_from_it():
    due = due_slots(schedule(HOURLY), T0 + HOUR + 900)
    assert (due.fire, due.next_at, due.passed) == ((T0 + HOUR,), T0 + 2 * HOUR, 0)


def test_a_slot_within_the_grace_is_late_and_not_missed():
    for policy in ("skip", "once", "all"):
        due = due_slots(schedule(HOURLY, policy), T0 + HOUR + GRACE_MS)
        assert due.fire == (T0 + HOUR,)


def test_the_policy_skip_passes_missed_slots_over():
    due = due_slots(schedule(HOURLY, "skip"), T0 + 5 * HOUR + 30 * MINUTE)
    assert (due.fire, due.passed, due.passed_count) == ((), T0 + 5 * HOUR, 5)
    assert due.next_at == T0 + 6 * HOUR


def test_the_policy_once_fires_the_last_missed_slot():
    due = due_slots(schedule(HOURLY, "once"), T0 + 5 * HOUR + 30 * MINUTE)
    assert (due.fire, due.passed, due.passed_count) == ((T0 + 5 * HOUR,), T0 + 4 * HOUR, 4)


def test_the_policy_once_needs_nothing_more_when_a_slot_is_due_anyway():
    due = due_slots(schedule(HOURLY, "once"), T0 + 5 * HOUR + 1)
    assert (due.fire, due.passed_count) == ((T0 + 5 * HOUR,), 4)


def test_the_policy_all_makes_up_for_a_bounded_number_of_them():
    due = due_slots(schedule(HOURLY, "all"), T0 + 5 * HOUR + 30 * MINUTE)
    assert due.fire == tuple(T0 + hour * HOUR for hour in range(1, 6))
    due = due_slots(schedule(HOURLY, "all"), T0 + 100 * HOUR + 30 * MINUTE)
    assert due.fire == tuple(T0 + hour * HOUR for hour in range(101 - MANY_LATE, 101))
    assert due.passed_count == 100 - MANY_LATE


def test_a_rare_slot_is_found_however_long_nobody_looked():
    yearly = schedule(Timing(cron="0 0 1 1 *"), "all")
    due = due_slots(yearly, T0 + 2_000 * DAY)
    assert len(due.fire) == 5
    burst = schedule(Timing(cron="* * 1 1 *"), "once")
    due = due_slots(burst, T0 + 700 * DAY)
    assert due.passed_count == COUNTED - 1


def test_ten_years_of_minutes_do_not_take_years_to_walk_through():
    due = due_slots(schedule(Timing(cron="* * * * *")), T0 + 3_650 * DAY + 30_000)
    assert due.fire == (T0 + 3_650 * DAY,)
    assert due.next_at == T0 + 3_650 * DAY + MINUTE


def test_a_clock_that_is_set_back_finds_nothing_due_again():
    hourly = schedule(HOURLY)
    due = due_slots(hourly, T0 + 3 * HOUR)
    after = schedule(HOURLY, next_at=due.next_at)
    for back in (1, HOUR, 2 * HOUR, 30 * DAY):
        again = due_slots(after, T0 + 3 * HOUR - back)
        assert (again.fire, again.passed_count, again.next_at) == ((), 0, due.next_at)


def test_an_interval_keeps_its_beat_when_it_is_served_late():
    timing = Timing(every=90, start=T0)
    assert preview(timing, T0, 3) == [T0 + 90_000, T0 + 180_000, T0 + 270_000]
    due = due_slots(schedule(timing), T0 + 93_210)
    assert (due.fire, due.next_at) == ((T0 + 90_000,), T0 + 180_000)
    assert preview(Timing(every=90, start=T0 + HOUR), T0, 1) == [T0 + HOUR]


def test_a_single_slot_fires_and_leaves_no_next_one():
    timing = Timing(at=T0 + HOUR)
    due = due_slots(schedule(timing), T0 + HOUR)
    assert (due.fire, due.next_at) == ((T0 + HOUR,), 0)
    assert due_slots(schedule(timing, next_at=T0 + HOUR, missed="skip"), T0 + DAY).fire == ()
    assert next_slot(timing, T0 + HOUR) == 0


def test_jitter_moves_all_slots_of_a_schedule_alike_and_those_of_others_elsewhere():
    moved = [schedule(HOURLY, id=f"schedule_{number}", jitter=600) for number in range(50)]
    waits = {jitter_ms(one) for one in moved}
    assert len(waits) > 40
    assert all(0 <= wait < 600_000 for wait in waits)
    one = moved[0]
    at = T0 + HOUR + jitter_ms(one)
    assert due_slots(one, at - 1).fire == ()
    assert due_slots(one, at).fire == (T0 + HOUR,)


@given(
    looks=st.lists(st.integers(-3 * HOUR, 9 * HOUR), min_size=1, max_size=30),
    policy=st.sampled_from(["skip", "once", "all"]),
    timing=st.sampled_from(
        [
            HOURLY,
            Timing(cron="*/20 * * * *", zone="America/New_York"),
            Timing(cron="30 2 * * *", zone="Australia/Lord_Howe"),
            Timing(every=1_000, start=T0),
        ]
    ),
)
def test_whenever_somebody_looks_no_slot_fires_twice_and_none_is_lost(looks, policy, timing):
    """The clock jumps about; each slot is fired or passed over once, in order."""
    one = schedule(timing, policy)
    now, furthest, seen, counted = T0, T0, [], 0
    for step in looks:
        now += step
        furthest = max(furthest, now)
        due = due_slots(one, now)
        seen += due.fire
        counted += len(due.fire) + due.passed_count
        one = schedule(timing, policy, next_at=due.next_at)
    assert seen == sorted(set(seen))
    expected = [slot for slot in preview(timing, T0, 3_000) if slot <= furthest]
    assert set(seen) <= set(expected)
    assert counted == len(expected)


@pytest.mark.parametrize("policy", ["skip", "once", "all"])
def test_a_scheduler_that_looks_every_second_fires_every_slot(policy):
    one = schedule(Timing(every=7, start=T0), policy)
    fired = []
    for second in range(1, 200):
        due = due_slots(one, T0 + second * 1_000 + 3)
        fired += due.fire
        one = schedule(one.timing, policy, next_at=due.next_at)
    assert fired == [T0 + 7_000 * number for number in range(1, 29)]
