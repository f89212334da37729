"""The bus of many processes. Redis carries no event, only word that there is one in the store."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import json
from redis.exceptions import ConnectionError as Silent

from interlock.bus.local import EAR_LIMIT, LocalBus
from interlock.bus.redis_link import DOWN, PAUSE_SECONDS, WAIT_SECONDS, Hearing, Link, heed
from interlock.domain.events import Event
from interlock.ports import Bus, Subscription

UNSENT = 10_000
"""Runs of which word may wait to be sent; readers elsewhere look by themselves, too."""

COLLECT_SECONDS = 0.02
"""Between two messages. What is written meanwhile goes together: clients pay by the message."""

SILENCES = 3
"""Unanswered pings after which the connection is given up."""


class RedisBus:
    """``ports.Bus`` over Redis publish and subscribe.

    Listeners in this process hear events directly. One channel carries wakes between processes,
    many runs to a message, another one word of a stop. A wake that is lost costs a reader seconds,
    never an event: the feed reads the store. ``run`` must run beside it.

    Args:
        link: How to reach Redis.
        name: Of this process; it does not listen to itself.
        limit: Unheard events per listener.
    """

    def __init__(self, link: Link, name: str, limit: int = EAR_LIMIT) -> None:
        self._redis = link.client()
        self._name = name
        self._wakes = f"{link.base}:wakes"
        self._stops = f"{link.base}:stops"
        self._local = LocalBus(limit)
        self._hearing = Hearing("bus")
        self._written: set[str] = set()
        self._cancels: set[str] = set()
        self._due = asyncio.Event()

    @property
    def deaf(self) -> bool:
        """Whether Redis is away."""
        return self._hearing.deaf

    def publish(self, events: Sequence[Event]) -> None:
        """Offer events to whoever follows their run here, and wake whoever does elsewhere."""
        self._local.publish(events)
        if len(self._written) < UNSENT:
            self._written.add(events[0].run_id)
        self._due.set()

    def follow(self, run_id: str) -> Subscription:
        """Hear of a run's events from now on."""
        return self._local.follow(run_id)

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

    async def _send(self) -> None:
        while True:
            heed()
            await self._due.wait()
            self._due.clear()
            try:
                await self._publish()
                await asyncio.sleep(COLLECT_SECONDS)
            except DOWN as error:
                heed()
                self._lost(error)
                await asyncio.sleep(PAUSE_SECONDS)

    async def _publish(self) -> None:
        written, self._written = self._written, set()
        cancels, self._cancels = self._cancels, set()
        async with self._redis.pipeline(transaction=False) as pipe:
            for channel, runs in ((self._wakes, written), (self._stops, cancels)):
                if runs:
                    pipe.publish(channel, json.encode([self._name, *runs]))
            await pipe.execute()

    async def _listen(self) -> None:
        while True:
            try:
                async with self._redis.pubsub() as pubsub:
                    await pubsub.subscribe(self._wakes, self._stops)
                    await self._hear(pubsub)
            except DOWN as error:
                heed()
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
        if message["type"] == "subscribe":
            # What was written before the subscription took effect woke nobody here.
            self._local.nudge_all()
        elif message["type"] == "message":
            sender, *runs = json.decode(message["data"], type=list[str])
            if sender != self._name:
                tell = (
                    self._local.cancel if message["channel"] == self._stops else self._local.nudge
                )
                for run_id in runs:
                    tell(run_id)

    def _lost(self, error: Exception) -> None:
        """Whoever waits for a wake has to look sooner now."""
        if self._hearing.lost(error):
            self._local.nudge_all()


_fits: Callable[[Link, str], Bus] = RedisBus
