"""The feed of a run: what is stored, then what happens, without loss and without repetition.

The bus only wakes; the store is the truth. Whenever the two do not join, the store is read again.
"""

from collections.abc import AsyncGenerator, Callable, Sequence

from interlock.bus.tails import Tails
from interlock.domain.events import Event, RunEnded
from interlock.ports import Bus, Feed, Lagging, Store, Subscription, Tail

PAGE = 256
"""Events read at once."""

POLL_SECONDS = 15.0
"""A run that is silent for so long is looked up in the store, in case that a wake was lost."""

DEAF_POLL_SECONDS = 1.0
"""The same while the bus can't hear what other processes write."""


class StoredFeed:
    """``ports.Feed`` over any store and bus.

    Args:
        store: Where the events are.
        bus: What wakes us.
        poll: Seconds of silence after which the store is read again; sooner while the bus is deaf.
        page: Events per read.
    """

    def __init__(
        self, store: Store, bus: Bus, poll: float = POLL_SECONDS, page: int = PAGE
    ) -> None:
        self._tails = Tails(store, page)
        self._bus = bus
        self._poll = poll

    async def follow(self, run_id: str, after: int = 0) -> AsyncGenerator[Sequence[Event], None]:
        """Yield the events with ``seq > after`` in order, until ``run.end`` was yielded.

        Ends at once when the run is over and all was seen, or when there is no such run. A caller
        that may stop early wraps it in ``contextlib.aclosing``.
        """
        ear = self._bus.follow(run_id)
        seen = after
        try:
            while True:
                page = await self._tails.page(Tail(run_id, seen))
                if page.events:
                    yield page.events
                    seen = page.events[-1].seq
                if page.over:
                    return
                if page.more:
                    continue
                while fresh := await self._hear(ear, seen):
                    yield fresh
                    seen = fresh[-1].seq
                    if isinstance(fresh[-1].data, RunEnded):
                        return
        finally:
            ear.close()

    async def _hear(self, ear: Subscription, seen: int) -> Sequence[Event]:
        """The events that follow ``seen`` without a gap; none when the store must be asked."""
        while True:
            try:
                heard = await ear.next(DEAF_POLL_SECONDS if self._bus.deaf else self._poll)
            except Lagging:
                return ()
            if heard is None:
                return ()
            fresh = [event for event in heard if event.seq > seen]
            if fresh:
                return fresh if fresh[-1].seq - seen == len(fresh) else ()


_fits: Callable[[Store, Bus], Feed] = StoredFeed
