"""The port of schedules and their slots."""

from collections.abc import Sequence
from typing import Protocol

from interlock.domain.principals import Principal
from interlock.domain.schedules import Schedule, Slot


class Schedules(Protocol):
    """What runs by itself. Who may see or change it is decided elsewhere."""

    def clock(self, now: int) -> int:
        """The time that decides what is due, ms since the epoch.

        ``now``, where one process works with the database; else the database's own clock, so that
        no two machines differ.
        """
        ...

    def get(self, schedule_id: str) -> Schedule | None:
        """One schedule."""
        ...

    def get_to_change(self, schedule_id: str) -> Schedule | None:
        """One schedule, which nobody else changes until the transaction is over."""
        ...

    def page(
        self, principal: Principal, limit: int, before: str, *, everybody: bool
    ) -> list[Schedule]:
        """Schedules, newest first: the principal's, or everybody's of the tenant.

        ``before`` is the id of the last one that was seen; empty begins.
        """
        ...

    def count(self, tenant: str) -> int:
        """How many a tenant has."""
        ...

    def add(self, schedule: Schedule) -> None:
        """Store a new one."""
        ...

    def change(self, schedule: Schedule) -> None:
        """Store it anew; whose it is stays."""
        ...

    def remove(self, schedule_id: str) -> None:
        """Forget it and its slots."""
        ...

    def anything_due(self, now: int, looked_before: int) -> bool:
        """Whether ``due`` or ``waiting`` finds something. Cheap, for it is asked all the time."""
        ...

    def due(self, now: int, limit: int) -> Sequence[Schedule]:
        """Schedules that come due and that no other transaction holds, longest due first."""
        ...

    def waiting(self, looked_before: int, limit: int) -> Sequence[Schedule]:
        """Schedules with a waiting slot that nobody looked at since, and that no other holds."""
        ...

    def take(self, slot: Slot, user: str) -> bool:
        """Take a slot. False: it was taken before, and nothing may happen because of it."""
        ...

    def settle(self, slot: Slot) -> None:
        """Say what became of a slot that was taken."""
        ...

    def slots(self, schedule_id: str, limit: int, before: int | None) -> list[Slot]:
        """What became of its times, latest first; ``before`` in ms pages on."""
        ...

    def waiting_slots(self, schedule_id: str) -> list[Slot]:
        """The slots that wait, in their order."""
        ...

    def slot_of_turn(self, turn_id: str) -> Slot | None:
        """The slot that a turn began with, if a schedule began it."""
        ...

    def is_busy(self, schedule_id: str) -> bool:
        """Whether one of its last turns is not over: it works, or waits for a person."""
        ...
