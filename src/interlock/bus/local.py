"""The bus of one process: bounded ears, and notices to drivers. Used on the event loop only."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeVar

from interlock.domain.events import Event
from interlock.ports import Bus, Lagging, Subscription

M = TypeVar("M")

EAR_LIMIT = 256
"""Events that one listener may leave unheard before it has to read the store instead."""


class LocalBus:
    """``ports.Bus`` for embedded installations.

    Args:
        limit: Unheard events per listener.
        deaf: Other processes write, too, and can't be heard.
    """

    def __init__(self, limit: int = EAR_LIMIT, *, deaf: bool = False) -> None:
        self.deaf = deaf
        self._limit = limit
        self._ears: dict[str, set[Ear]] = {}
        self._notices: dict[str, set[Callable[[], None]]] = {}

    def publish(self, events: Sequence[Event]) -> None:
        """Offer committed events of one run to whoever follows it. Never waits."""
        for ear in self._ears.get(events[0].run_id, ()):
            ear.offer(events)

    def follow(self, run_id: str) -> Subscription:
        """Hear of a run's events from now on."""
        ears = self._ears.setdefault(run_id, set())
        ear = Ear(self._limit, lambda: _drop(self._ears, run_id, ear))
        ears.add(ear)
        return ear

    def nudge(self, run_id: str) -> None:
        """Something happened in a run that was written elsewhere: have its followers look."""
        for ear in self._ears.get(run_id, ()):
            ear.nudge()

    def nudge_all(self) -> None:
        """Anything may have happened anywhere."""
        for run_id in tuple(self._ears):
            self.nudge(run_id)

    def cancel(self, run_id: str) -> None:
        """Tell the driver of a run that its row asks for a stop."""
        for notice in tuple(self._notices.get(run_id, ())):
            notice()

    def on_cancel(self, run_id: str, notice: Callable[[], None]) -> Callable[[], None]:
        """Be told of a stop; the returned function ends that."""
        self._notices.setdefault(run_id, set()).add(notice)
        return lambda: _drop(self._notices, run_id, notice)

    def followers(self) -> int:
        """How many listeners there are."""
        return sum(len(ears) for ears in self._ears.values())


class Ear:
    """``ports.Subscription``: one listener's bounded buffer.

    Args:
        limit: How many events it may hold.
        forget: Called once when the listener leaves.
    """

    def __init__(self, limit: int, forget: Callable[[], None]) -> None:
        self._limit = limit
        self._forget = forget
        self._heard: list[Event] = []
        self._lagging = False
        self._waiter: asyncio.Future[None] | None = None

    def offer(self, events: Sequence[Event]) -> None:
        """Take events, or note that there were too many."""
        if len(self._heard) + len(events) > self._limit:
            self._heard = []
            self._lagging = True
        elif not self._lagging:
            self._heard += events
        self._wake()

    def nudge(self) -> None:
        """Have the listener read the store."""
        self._heard = []
        self._lagging = True
        self._wake()

    async def next(self, timeout: float) -> Sequence[Event] | None:
        """The next events; None after ``timeout`` seconds without any.

        Raises:
            Lagging: Events were dropped; read them from the store and go on.
        """
        if not self._heard and not self._lagging:
            await self._wait(timeout)
        if self._lagging:
            self._lagging = False
            raise Lagging
        heard, self._heard = self._heard, []
        return heard or None

    def close(self) -> None:
        """Hear no more."""
        self._forget()
        self._wake()

    async def _wait(self, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        self._waiter = loop.create_future()
        timer = loop.call_later(seconds, self._wake)
        try:
            await self._waiter
        finally:
            timer.cancel()
            self._waiter = None

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def _drop(groups: dict[str, set[M]], run_id: str, member: M) -> None:
    members = groups.get(run_id)
    if members is not None:
        members.discard(member)
        if not members:
            del groups[run_id]


_fits: Callable[[], Bus] = LocalBus
