"""The postman: posts notices from the outbox. One works in every worker process.

A notice is there at least once: it is written with what it tells of, and stays until a receiver has
taken it. Whoever dies with it in hand leaves it to the next when the lease is over.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable

from msgspec import Struct

from interlock import failpoints
from interlock.commands.deliver import FORGOTTEN, Hand, forget, settle, take
from interlock.domain.hooks import Parcel
from interlock.domain.redact import Redactor
from interlock.domain.signing import signed_headers
from interlock.ports import Clock, Post, Reader, Store
from interlock.traces.origin import origin

_log = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""Between two looks that find nothing."""

PLACES = 32
"""Notices that one process posts at the same time."""

TIDY_MS = 3600 * 1000
"""Between two rounds of forgetting."""


class Bag(Struct, frozen=True, kw_only=True):
    """What a postman works with.

    Args:
        store: Where notices wait.
        post: Carries them.
        clock: The time.
        redactor: Takes known secrets out of what leaves.
        random: Draws from [0, 1).
        agent: How the sender names itself, for the header ``User-Agent``.
    """

    store: Store
    post: Post
    clock: Clock
    redactor: Redactor
    random: Callable[[], float]
    agent: str = "Interlock"


class Postman:
    """Takes what is due, posts it, and keeps how it went."""

    def __init__(self, bag: Bag) -> None:
        self._bag = bag
        self._free = asyncio.Semaphore(PLACES)
        self._busy: Counter[str] = Counter()
        self._woken = asyncio.Event()
        self._cursor = ""
        self._tidied = 0

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            async with asyncio.TaskGroup() as group:
                while True:
                    self._woken.clear()
                    if not await self._round(group):
                        await self._rest(group)
        finally:
            await self._bag.post.close()

    async def _round(self, group: asyncio.TaskGroup) -> int:
        """Begin to post what is due. How much that was."""
        async with self._free:
            pass  # there is a place
        try:
            await self._tidy()
            parcels = await self._take()
        except Exception:  # noqa: BLE001 - the next look may work
            _log.exception("notices could not be taken from the outbox")
            return 0
        for parcel in parcels:
            self._busy[parcel.delivery.hook_id] += 1
            await self._free.acquire()
            group.create_task(self._deliver(parcel))
        return len(parcels)

    async def _rest(self, group: asyncio.TaskGroup) -> None:
        """Wait a little, or until a place is free for a webhook that has more mail."""
        waits = [
            group.create_task(self._bag.clock.sleep(PAUSE_SECONDS)),
            group.create_task(_set(self._woken)),
        ]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def _take(self) -> tuple[Parcel, ...]:
        store, clock = self._bag.store, self._bag.clock
        if not await store.read(self._anything_due):
            return ()
        room = PLACES - self._busy.total()
        cursor, busy = self._cursor, dict(self._busy)

        hand: Hand = await store.write(
            lambda tx: take(tx, clock.now(), cursor, room, busy), by_locks=True
        )
        self._cursor = hand.cursor
        failpoints.hit("notices.taken")
        return hand.parcels

    def _anything_due(self, reader: Reader) -> bool:
        return reader.hooks.anything_due(reader.schedules.clock(self._bag.clock.now()))

    async def _deliver(self, parcel: Parcel) -> None:
        bag, delivery = self._bag, parcel.delivery
        try:
            now = bag.clock.now()
            body = bag.redactor.text(parcel.body.decode()).encode()
            headers = {
                "content-type": "application/json",
                "user-agent": bag.agent,
                **signed_headers(parcel.secrets.good(now), delivery.id, now, body),
                **await self._span(delivery.run_id),
            }
            sent = await bag.post.send(parcel.url, headers, body)
            failpoints.hit("notices.posted")
            luck = bag.random()
            await bag.store.write(
                lambda tx: settle(tx, parcel, sent, bag.clock.now(), luck), by_locks=True
            )
        except Exception:  # noqa: BLE001 - its lease ends, and it is sent again
            _log.exception("notice %s has no outcome", delivery.id)
        finally:
            self._busy[delivery.hook_id] -= 1
            self._busy += Counter()  # forget those that are at zero
            self._free.release()
            self._woken.set()

    async def _span(self, run_id: str) -> dict[str, str]:
        """The headers that name the span of the run, if the notice is about one."""
        if not run_id:
            return {}
        found = await self._bag.store.read(lambda reader: origin(reader, run_id))
        return {} if found is None else found.headers

    async def _tidy(self) -> None:
        clock = self._bag.clock
        if clock.now() - self._tidied < TIDY_MS:
            return
        self._tidied = clock.now()
        full = True
        while full:
            count = await self._bag.store.write(lambda tx: forget(tx, clock.now()), by_locks=True)
            full = count == FORGOTTEN


async def _set(event: asyncio.Event) -> None:
    await event.wait()
