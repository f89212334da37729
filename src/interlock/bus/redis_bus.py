"""The bus of many processes. Redis carries no event, only word that there is one in the store."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from redis.exceptions import ConnectionError as Silent

from interlock.bus.local import EAR_LIMIT, LocalBus
from interlock.bus.redis_link import PAUSE_SECONDS, WAIT_SECONDS, Hearing, Link, heed
from interlock.domain.events import Event
from interlock.ports import Bus, Subscription

UNSENT = 10_000
"""Runs of which word may wait to be sent; readers elsewhere look by themselves, too."""

GONE: Final = Exception
"""Two tasks share the connection of a subscriber. While one gives it up, the client has nothing to
write to, and the other one's command fails inside it, in whatever way. A new connection helps."""

SILENCES = 3
"""Unanswered pings after which the connection is given up."""


class RedisBus:
    """``ports.Bus`` over Redis publish and subscribe.

    Listeners in this process hear events directly. One channel a run carries wakes between
    processes, one channel for all carries word of a stop. A wake that is lost costs a reader
    seconds, never an event: the feed reads the store. ``run`` must run beside it.

    Args:
        link: How to reach Redis.
        name: Of this process; it does not listen to itself.
        limit: Unheard events per listener.
    """

    def __init__(self, link: Link, name: str, limit: int = EAR_LIMIT) -> None:
        self._redis = link.client()
        self._name = name
        self._runs = f"{link.base}:run:"
        self._stops = f"{link.base}:stops"
        self._local = LocalBus(limit)
        self._hearing = Hearing("bus")
        self._followed: Counter[str] = Counter()
        self._subscribed: set[str] = set()
        self._pubsub: Any = None
        self._wakes: dict[str, int] = {}
        self._cancels: set[str] = set()
        self._due = asyncio.Event()

    @property
    def deaf(self) -> bool:
        """Whether Redis is away."""
        return self._hearing.deaf

    def publish(self, events: Sequence[Event]) -> None:
        """Offer events to whoever follows their run here, and wake whoever does elsewhere."""
        self._local.publish(events)
        if len(self._wakes) < UNSENT:
            self._wakes[events[0].run_id] = events[-1].seq
        self._due.set()

    def follow(self, run_id: str) -> Subscription:
        """Hear of a run's events from now on."""
        self._followed[run_id] += 1
        self._due.set()
        return _Followed(self._local.follow(run_id), lambda: self._unfollow(run_id))

    def cancel(self, run_id: str) -> None:
        """Tell the driver of a run, wherever it is, that its row asks for a stop."""
        self._local.cancel(run_id)
        self._cancels.add(run_id)
        self._due.set()

    def cancel_here(self, run_id: str) -> None:
        """The same for a driver in this process only: whoever says so has read the row."""
        self._local.cancel(run_id)

    def on_cancel(self, run_id: str, notice: Callable[[], None]) -> Callable[[], None]:
        """Be told of a stop; the returned function ends that."""
        return self._local.on_cancel(run_id, notice)

    async def run(self) -> None:
        """Send and listen, until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._send())
            group.create_task(self._listen())

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()

    def _unfollow(self, run_id: str) -> None:
        self._followed[run_id] -= 1
        if not self._followed[run_id]:
            del self._followed[run_id]
            self._due.set()

    async def _send(self) -> None:
        while True:
            heed()
            await self._due.wait()
            self._due.clear()
            try:
                await self._subscribe()
                await self._publish()
            except GONE as error:
                heed()
                self._lost(error)
                await asyncio.sleep(PAUSE_SECONDS)
                self._due.set()

    async def _publish(self) -> None:
        wakes, self._wakes = self._wakes, {}
        cancels, self._cancels = self._cancels, set()
        if not wakes and not cancels:
            return
        async with self._redis.pipeline(transaction=False) as pipe:
            for run_id, seq in wakes.items():
                pipe.publish(self._runs + run_id, f"{self._name} {seq}")
            for run_id in cancels:
                pipe.publish(self._stops, f"{self._name} {run_id}")
            await pipe.execute()

    async def _subscribe(self) -> None:
        """Bring the channels in line with what is followed."""
        if self._pubsub is None:
            return
        wanted = {self._runs + run_id for run_id in self._followed}
        more, less = wanted - self._subscribed, self._subscribed - wanted
        self._subscribed = wanted
        if more:
            await self._pubsub.subscribe(*more)
        if less:
            await self._pubsub.unsubscribe(*less)

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(self._stops)
                    self._subscribed = set()
                    self._pubsub = pubsub
                    self._due.set()
                    await self._hear(pubsub)
            except GONE as error:
                heed()
                self._pubsub = None
                self._lost(error)
                await asyncio.sleep(PAUSE_SECONDS)

    async def _hear(self, pubsub: Any) -> None:  # noqa: ANN401 - redis-py's types are partial
        silences = 0
        while silences < SILENCES:
            heed()
            message = await pubsub.get_message(timeout=WAIT_SECONDS)
            if message is None:
                silences += 1
                await pubsub.ping()
                continue
            silences = 0
            if self._hearing.heard():
                self._local.nudge_all()
            self._take(message)
        raise Silent("no answer to a ping")

    def _take(self, message: dict[str, Any]) -> None:
        channel = str(message["channel"] or "")
        if message["type"] == "subscribe":
            # What was written before the subscription took effect woke nobody here.
            self._local.nudge(channel.removeprefix(self._runs))
        elif message["type"] == "message":
            sender, _, word = str(message["data"]).partition(" ")
            if sender == self._name:
                return
            if channel == self._stops:
                self._local.cancel(word)
            else:
                self._local.nudge(channel.removeprefix(self._runs))

    def _lost(self, error: Exception) -> None:
        """Whoever waits for a wake has to look sooner now."""
        if self._hearing.lost(error):
            self._local.nudge_all()


class _Followed:
    """A local ear whose leaving is noted."""

    def __init__(self, ear: Subscription, leave: Callable[[], None]) -> None:
        self._ear = ear
        self._leave: Callable[[], None] | None = leave

    async def next(self, timeout: float) -> Sequence[Event] | None:
        """The next events."""
        return await self._ear.next(timeout)

    def close(self) -> None:
        """Hear no more."""
        self._ear.close()
        if self._leave is not None:
            self._leave()
            self._leave = None


_fits: Callable[[Link, str], Bus] = RedisBus
