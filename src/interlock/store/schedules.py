"""Schedules in the database."""

from collections.abc import Sequence

from msgspec import json

from interlock.domain.principals import Principal
from interlock.domain.schedules import Schedule, Slot, Timing
from interlock.domain.slots import jitter_ms
from interlock.ports import schedules
from interlock.store.session import Row, Session, Value

KEPT = 1_000
"""Slots of a schedule that are remembered."""

LOOKED_AT = 50
"""How many of the last fired slots may keep the next one waiting."""

_END_OF_TIME = 2**63 - 1


class Schedules:
    """``ports.schedules.Schedules`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def clock(self, now: int) -> int:
        """The time that decides what is due."""
        row = self._session.one("clock", {"now": now})
        return now if row is None else int(row["now"])

    def get(self, schedule_id: str) -> Schedule | None:
        """One schedule."""
        row = self._session.one("schedule", {"schedule_id": schedule_id})
        return None if row is None else _schedule_from(row)

    def get_to_change(self, schedule_id: str) -> Schedule | None:
        """One schedule, which nobody else changes until the transaction is over."""
        row = self._session.one("schedule_to_change", {"schedule_id": schedule_id})
        return None if row is None else _schedule_from(row)

    def page(
        self, principal: Principal, limit: int, before: str, *, everybody: bool
    ) -> list[Schedule]:
        """Schedules, newest first."""
        name = "schedules_of_tenant" if everybody else "schedules_of_user"
        values: dict[str, Value] = {
            "tenant": principal.tenant,
            "user": principal.user,
            "limit": limit,
            "before": before,
        }
        return [_schedule_from(row) for row in self._session.all(name, values)]

    def count(self, tenant: str) -> int:
        """How many a tenant has."""
        row = self._session.one("count_schedules", {"tenant": tenant})
        return 0 if row is None else int(row["count"])

    def add(self, schedule: Schedule) -> None:
        """Store a new one."""
        self._session.run("add_schedule", _schedule_values(schedule))

    def change(self, schedule: Schedule) -> None:
        """Store it anew."""
        self._session.run("change_schedule", _schedule_values(schedule))

    def remove(self, schedule_id: str) -> None:
        """Forget it and its slots."""
        self._session.run("remove_slots", {"schedule_id": schedule_id})
        self._session.run("remove_schedule", {"schedule_id": schedule_id})

    def anything_due(self, now: int, looked_before: int) -> bool:
        """Whether ``due`` or ``waiting`` finds something."""
        if self._session.one("any_schedule_due", {"now": now}) is not None:
            return True
        return self._session.one("any_slot_waiting", {"looked_before": looked_before}) is not None

    def due(self, now: int, limit: int) -> Sequence[Schedule]:
        """Schedules that come due and that no other transaction holds, longest due first."""
        rows = self._session.all("due_schedules", {"now": now, "limit": limit})
        return [_schedule_from(row) for row in rows]

    def waiting(self, looked_before: int, limit: int) -> Sequence[Schedule]:
        """Schedules with a waiting slot that nobody looked at since."""
        values: dict[str, Value] = {"looked_before": looked_before, "limit": limit}
        return [_schedule_from(row) for row in self._session.all("waiting_schedules", values)]

    def take(self, slot: Slot, user: str) -> bool:
        """Take a slot, and drop what is too old to be remembered. False: it was taken before."""
        if self._session.run("add_slot", {**_slot_values(slot), "user": user}) != 1:
            return False
        values: dict[str, Value] = {"schedule_id": slot.schedule_id, "keep": KEPT}
        self._session.run("forget_slots", values)
        return True

    def settle(self, slot: Slot) -> None:
        """Say what became of a slot that was taken."""
        self._session.run("change_slot", _slot_values(slot))

    def slots(self, schedule_id: str, limit: int, before: int | None) -> list[Slot]:
        """What became of its times, latest first."""
        values: dict[str, Value] = {
            "schedule_id": schedule_id,
            "limit": limit,
            "before": _END_OF_TIME if before is None else before,
        }
        return [_slot_from(row) for row in self._session.all("slots", values)]

    def waiting_slots(self, schedule_id: str) -> list[Slot]:
        """The slots that wait, in their order."""
        rows = self._session.all("waiting_slots", {"schedule_id": schedule_id})
        return [_slot_from(row) for row in rows]

    def slot_of_turn(self, turn_id: str) -> Slot | None:
        """The slot that a turn began with, if a schedule began it."""
        row = self._session.one("slot_of_turn", {"turn_id": turn_id})
        return None if row is None else _slot_from(row)

    def is_busy(self, schedule_id: str) -> bool:
        """Whether one of its last turns is not over."""
        values: dict[str, Value] = {"schedule_id": schedule_id, "looked_at": LOOKED_AT}
        return self._session.one("busy_slot", values) is not None


def _schedule_from(row: Row) -> Schedule:
    return Schedule(
        id=row["id"],
        tenant=row["tenant"],
        user=row["user"],
        name=row["name"],
        agent=row["agent"],
        message=row["message"],
        timing=json.decode(row["timing_json"], type=Timing),
        thread_id=row["thread_id"],
        hook_id=row["hook_id"],
        missed=row["missed"],
        overlap=row["overlap"],
        jitter=row["jitter"],
        paused=bool(row["paused"]),
        paused_why=row["paused_why"],
        next_at=row["next_at"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
    )


def _schedule_values(schedule: Schedule) -> dict[str, Value]:
    return {
        "id": schedule.id,
        "tenant": schedule.tenant,
        "user": schedule.user,
        "name": schedule.name,
        "agent": schedule.agent,
        "message": schedule.message,
        "timing_json": json.encode(schedule.timing),
        "thread_id": schedule.thread_id,
        "hook_id": schedule.hook_id,
        "missed": schedule.missed,
        "overlap": schedule.overlap,
        "jitter": schedule.jitter,
        "paused": int(schedule.paused),
        "paused_why": schedule.paused_why,
        "next_at": schedule.next_at,
        "due_at": schedule.next_at and schedule.next_at + jitter_ms(schedule),
        "created_at": schedule.created_at,
        "updated_at": schedule.updated_at,
    }


def _slot_from(row: Row) -> Slot:
    return Slot(
        schedule_id=row["schedule_id"],
        tenant=row["tenant"],
        slot=row["slot"],
        state=row["state"],
        at=row["at"],
        why=row["why"],
        passed=row["passed"],
        manual=bool(row["manual"]),
        thread_id=row["thread_id"],
        run_id=row["run_id"],
        turn_id=row["turn_id"],
    )


def _slot_values(slot: Slot) -> dict[str, Value]:
    return {
        "schedule_id": slot.schedule_id,
        "tenant": slot.tenant,
        "slot": slot.slot,
        "state": slot.state,
        "at": slot.at,
        "why": slot.why,
        "passed": slot.passed,
        "manual": int(slot.manual),
        "thread_id": slot.thread_id,
        "run_id": slot.run_id,
        "turn_id": slot.turn_id,
    }


_fits: type[schedules.Schedules] = Schedules
