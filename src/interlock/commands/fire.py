"""Fire what is due: the slot, its run and the run's first event, in one transaction.

A slot is taken by inserting its row, which the database allows once. Whoever can't insert it has
come too late, and nothing happens; so any number of schedulers may look at once.
"""

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from interlock.commands.begin import Begin, begin
from interlock.domain.events import Noted
from interlock.domain.ids import new_id
from interlock.domain.messages import TextPart, UserMessage
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.schedules import MANY_WAITING, Schedule, Slot
from interlock.domain.slots import due_slots
from interlock.errors import Conflict, Invalid, NotFound, Refusal
from interlock.ports import Tx

CHANNEL = "schedule"
"""The door through which a fired run comes."""

BATCH = 10
"""Schedules that one transaction looks at."""

PATIENCE_MS = 5_000
"""Before a slot that waits for the one before is looked at again."""

MakeId = Callable[[str], str]


class Now(NamedTuple):
    """The time, ms since the epoch, twice.

    Args:
        due: The clock that decides what is due: the database's own where it is shared.
        clock: This machine's, which all events of a run go by.
    """

    due: int
    clock: int


def fire(tx: Tx, now: int, make_id: MakeId = new_id) -> list[Run]:
    """Fire up to ``BATCH`` schedules that are due, and slots whose time of waiting is over.

    Args:
        tx: The transaction.
        now: The time of this machine; the database's own decides where it is shared.
        make_id: Makes ids.

    Returns:
        The runs, for the queue.
    """
    both = Now(tx.schedules.clock(now), now)
    fired: list[Run] = []
    for schedule in tx.schedules.waiting(both.due - PATIENCE_MS, BATCH):
        fired += _serve_waiting(tx, schedule, both, make_id)
    for schedule in tx.schedules.due(both.due, BATCH):
        fired += _serve_due(tx, schedule, both, make_id)
    return fired


def fire_by_hand(tx: Tx, schedule: Schedule, now: int, make_id: MakeId = new_id) -> Run:
    """Fire a schedule now, whatever its time and though it may be paused.

    Raises:
        Conflict: The slot before is not over and the schedule allows no overlap, or its thread is
            busy.
        NotFound: Its thread is gone.
    """
    if schedule.overlap != "allow" and tx.schedules.is_busy(schedule.id):
        text = "Its last run is not over: it works, or waits for an answer. Wait, or cancel it."
        raise Conflict(text, "run_active")
    both = Now(tx.schedules.clock(now), now)
    slot = replace(_slot(schedule, both.due, both), manual=True)
    if not tx.schedules.take(slot, schedule.user):
        raise Conflict("It was started in this very moment. Look at its slots.", "run_active")
    return _begin(tx, schedule, slot, both, make_id)


def _serve_due(tx: Tx, schedule: Schedule, now: Now, make_id: MakeId) -> list[Run]:
    objection = _objection(tx, schedule)
    if objection:
        _pause(tx, schedule, objection, now)
        return []
    try:
        due = due_slots(schedule, now.due)
    except Invalid as refusal:
        _pause(tx, schedule, refusal.text, now)
        return []
    if due.passed:
        passed = replace(_slot(schedule, due.passed, now), state="skipped", why="missed")
        tx.schedules.take(replace(passed, passed=due.passed_count), schedule.user)
    # First of all, so that what firing changes about the schedule stays.
    schedule = replace(schedule, next_at=due.next_at)
    tx.schedules.change(schedule)
    runs: list[Run] = []
    for slot in due.fire:
        run = _serve(tx, schedule, _slot(schedule, slot, now), now, make_id)
        runs += [] if run is None else [run]
    return runs


def _serve(tx: Tx, schedule: Schedule, slot: Slot, now: Now, make_id: MakeId) -> Run | None:
    if not tx.schedules.take(slot, schedule.user):
        return None
    if schedule.overlap != "allow" and (
        tx.schedules.is_busy(schedule.id) or tx.schedules.waiting_slots(schedule.id)
    ):
        _hold(tx, schedule, slot)
        return None
    return _attempt(tx, schedule, slot, now, make_id)


def _serve_waiting(tx: Tx, schedule: Schedule, now: Now, make_id: MakeId) -> list[Run]:
    waiting = tx.schedules.waiting_slots(schedule.id)
    if not waiting:
        return []
    slot = replace(waiting[0], at=now.due)
    if tx.schedules.is_busy(schedule.id):
        for one in waiting:
            tx.schedules.settle(replace(one, at=now.due))
        return []
    run = _attempt(tx, schedule, replace(slot, state="fired", why=""), now, make_id)
    return [] if run is None else [run]


def _attempt(tx: Tx, schedule: Schedule, slot: Slot, now: Now, make_id: MakeId) -> Run | None:
    """Begin the slot's run, or say why not."""
    try:
        return _begin(tx, schedule, slot, now, make_id)
    except Conflict:
        _hold(tx, schedule, slot)
    except NotFound as refusal:
        tx.schedules.settle(replace(slot, state="failed", why=refusal.code))
        _pause(tx, schedule, "The conversation in which it ran is gone. Choose another.", now)
    except Refusal as refusal:
        tx.schedules.settle(replace(slot, state="failed", why=refusal.code))
    return None


def _hold(tx: Tx, schedule: Schedule, slot: Slot) -> None:
    """Let a slot wait for the one before, or skip it."""
    before = [one for one in tx.schedules.waiting_slots(schedule.id) if one.slot != slot.slot]
    waits = schedule.overlap == "queue" and len(before) < MANY_WAITING
    tx.schedules.settle(replace(slot, state="waiting" if waits else "skipped", why="overlap"))


def _begin(tx: Tx, schedule: Schedule, slot: Slot, now: Now, make_id: MakeId) -> Run:
    text = f"Schedule {schedule.name} fired."
    data = {"schedule_id": schedule.id, "slot": slot.slot}
    order = Begin(
        principal=Principal(schedule.tenant, schedule.user, method=CHANNEL),
        agent=schedule.agent,
        message=UserMessage(id=make_id("msg"), parts=(TextPart(schedule.message),)),
        thread_id=schedule.thread_id,
        channel=CHANNEL,
        notes=(Noted(code="schedule", text=text, data=data),),
    )
    run = begin(tx, order, now.clock, make_id).run
    tx.schedules.settle(
        replace(slot, thread_id=run.thread_id, run_id=run.id, turn_id=run.turn_id, at=now.due)
    )
    return run


def _objection(tx: Tx, schedule: Schedule) -> str:
    """Why nothing may run in the name of the schedule's user any more; empty when it may."""
    tenant = tx.access.people.tenant(schedule.tenant)
    user = tx.access.people.user(schedule.tenant, schedule.user)
    if tenant is not None and tenant.disabled_at:
        return "Its tenant is disabled."
    if user is not None and user.disabled_at:
        return "Its user is disabled."
    return ""


def _pause(tx: Tx, schedule: Schedule, why: str, now: Now) -> None:
    tx.schedules.change(replace(schedule, paused=True, paused_why=why, updated_at=now.due))


def _slot(schedule: Schedule, slot: int, now: Now) -> Slot:
    return Slot(
        schedule_id=schedule.id, tenant=schedule.tenant, slot=slot, state="fired", at=now.due
    )
