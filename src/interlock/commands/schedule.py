"""Make, change, pause and remove schedules. Only their user may make them run something else."""

from collections.abc import Callable

from msgspec import to_builtins
from msgspec.structs import replace

from interlock.commands.schedule_form import (
    ScheduleForm,
    SchedulePatch,
    check,
    form_of,
    patched,
    timing_of,
)
from interlock.domain.audit import act
from interlock.domain.ids import new_id
from interlock.domain.principals import Principal
from interlock.domain.rights import ADMIN
from interlock.domain.schedules import Schedule
from interlock.domain.slots import next_slot
from interlock.errors import Conflict, Forbidden, NotFound
from interlock.ports import Reader, Tx

MOST = 1_000
"""Schedules of a tenant."""


def find_schedule(reader: Reader, principal: Principal, schedule_id: str) -> Schedule:
    """A schedule that the principal may see: an own one, or as an admin any of the tenant.

    Raises:
        NotFound: There is none, or it is somebody else's.
    """
    return _seen(principal, reader.schedules.get(schedule_id))


def create(
    tx: Tx,
    principal: Principal,
    form: ScheduleForm,
    now: int,
    make_id: Callable[[str], str] = new_id,
) -> Schedule:
    """Make a schedule. Its runs will be the principal's.

    Raises:
        Invalid: Something about the form is wrong.
        NotFound: No such thread or webhook.
        Conflict: The tenant has too many schedules.
    """
    check(tx, principal, form)
    timing = timing_of(form, now)
    if tx.schedules.count(principal.tenant) >= MOST:
        text = f"There are {MOST} schedules, which is the most. Remove one first."
        raise Conflict(text, "too_many_schedules")
    schedule = Schedule(
        id=make_id("schedule"),
        tenant=principal.tenant,
        user=principal.user,
        name=form.name.strip(),
        agent=form.agent,
        message=form.message,
        timing=timing,
        thread_id=form.thread_id,
        hook_id=form.hook_id,
        missed=form.missed,
        overlap=form.overlap,
        jitter=form.jitter,
        next_at=next_slot(timing, now),
        created_at=now,
        updated_at=now,
    )
    tx.schedules.add(schedule)
    _record(tx, principal, "schedule.create", schedule, now)
    return schedule


def edit(
    tx: Tx, principal: Principal, schedule_id: str, patch: SchedulePatch, now: int
) -> Schedule:
    """Change a schedule. When its time changes, the next slot is computed anew, from now on.

    Raises:
        NotFound: No such schedule, thread or webhook.
        Forbidden: It is somebody else's.
        Invalid: Something about it is wrong.
    """
    before = own_schedule(tx, principal, schedule_id)
    form = patched(form_of(before), patch)
    check(tx, principal, form)
    timing, next_at = before.timing, before.next_at
    if form.jitter != before.jitter or _says_when(form) != _says_when(form_of(before)):
        timing = timing_of(form, now)
        next_at = next_slot(timing, now)
    after = replace(
        before,
        name=form.name.strip(),
        agent=form.agent,
        message=form.message,
        timing=timing,
        thread_id=form.thread_id,
        hook_id=form.hook_id,
        missed=form.missed,
        overlap=form.overlap,
        jitter=form.jitter,
        next_at=next_at,
        updated_at=now,
    )
    return _change(tx, principal, "schedule.edit", after, now)


def pause(tx: Tx, principal: Principal, schedule_id: str, now: int) -> Schedule:
    """Let nothing fire any more, also nothing that waits. An admin may, too.

    Raises:
        NotFound: No such schedule.
    """
    before = _seen(principal, tx.schedules.get_to_change(schedule_id))
    if before.paused:
        return before
    for slot in tx.schedules.waiting_slots(schedule_id):
        tx.schedules.settle(replace(slot, state="skipped", why="paused", at=now))
    after = replace(before, paused=True, paused_why="", updated_at=now)
    return _change(tx, principal, "schedule.pause", after, now)


def resume(tx: Tx, principal: Principal, schedule_id: str, now: int) -> Schedule:
    """Let it fire again, from now on: what passed meanwhile was not missed.

    Raises:
        NotFound: No such schedule.
        Forbidden: It is somebody else's.
        Conflict: Its one time is over.
    """
    before = own_schedule(tx, principal, schedule_id)
    if not before.paused:
        return before
    next_at = next_slot(before.timing, now)
    if not next_at:
        raise Conflict("Its one time is over. Give it another time.", "schedule_over")
    after = replace(before, paused=False, paused_why="", next_at=next_at, updated_at=now)
    return _change(tx, principal, "schedule.resume", after, now)


def remove(tx: Tx, principal: Principal, schedule_id: str, now: int) -> None:
    """Forget a schedule and its history; its runs and threads stay. An admin may, too.

    Raises:
        NotFound: No such schedule.
    """
    schedule = _seen(principal, tx.schedules.get_to_change(schedule_id))
    tx.schedules.remove(schedule.id)
    _record(tx, principal, "schedule.remove", schedule, now)


def own_schedule(tx: Tx, principal: Principal, schedule_id: str) -> Schedule:
    """A schedule of the principal's own, held until the transaction is over.

    Raises:
        NotFound: No such schedule.
        Forbidden: It is somebody else's, and runs with that user's rights.
    """

    schedule = _seen(principal, tx.schedules.get_to_change(schedule_id))
    if schedule.user != principal.user:
        text = f"It runs with the rights of {schedule.user}, who alone may change or start it."
        raise Forbidden(text, "not_your_schedule")
    return schedule


def _seen(principal: Principal, schedule: Schedule | None) -> Schedule:
    if (
        schedule is None
        or schedule.tenant != principal.tenant
        or (schedule.user != principal.user and ADMIN not in principal.roles)
    ):
        raise NotFound("There is no such schedule.", "schedule_not_found")
    return schedule


def _says_when(form: ScheduleForm) -> tuple[str, str, int, int, int]:
    return form.cron, form.zone, form.every, form.start, form.at


def _change(tx: Tx, principal: Principal, action: str, after: Schedule, now: int) -> Schedule:
    tx.schedules.change(after)
    _record(tx, principal, action, after, now)
    return after


def _record(tx: Tx, principal: Principal, action: str, schedule: Schedule, now: int) -> None:
    details = {
        "name": schedule.name,
        "user": schedule.user,
        "agent": schedule.agent,
        "timing": to_builtins(schedule.timing),
    }
    tx.access.audit.record(act(principal, action, schedule.id, now, details))
