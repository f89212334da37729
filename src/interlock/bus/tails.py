"""The ends of many logs, read together: who asks while a read is under way shares the next one.

A server that streams a thousand runs of other processes is woken thousands of times a second. One
by one, each wake would be a transaction.
"""

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from interlock import scope
from interlock.errors import StoreFailed
from interlock.ports import LogPage, Store, Tail

PAGE_BYTES = 256 * 1024
"""Bytes of events read at once, if one event is no larger: what a slow reader can make us hold."""

MOST_TAILS = 64
"""Read together."""


class _Asked(NamedTuple):
    tail: Tail
    page: "asyncio.Future[LogPage]"


class Tails:
    """Reads pages of logs. Those who may see different rows do not share a read.

    Args:
        store: Where the logs are.
        page: Events per page.
    """

    def __init__(self, store: Store, page: int) -> None:
        self._store = store
        self._page = page
        self._waiting: dict[str, list[_Asked]] = {}
        self._reads: set[asyncio.Task[None]] = set()

    async def page(self, tail: Tail) -> LogPage:
        """The next page of a log.

        Raises:
            StoreFailed: The database can't be read.
        """
        loop = asyncio.get_running_loop()
        asked = _Asked(tail, loop.create_future())
        whose = scope.current()
        waiting = self._waiting.get(whose)
        if waiting is None:
            waiting = self._waiting[whose] = []
            read = loop.create_task(self._serve(whose))
            self._reads.add(read)
            read.add_done_callback(self._reads.discard)
        waiting.append(asked)
        return await asked.page

    async def _serve(self, whose: str) -> None:
        """Read until nobody waits."""
        waiting = self._waiting[whose]
        try:
            while waiting:
                batch = [one for one in waiting[:MOST_TAILS] if not one.page.done()]
                del waiting[:MOST_TAILS]
                if batch:
                    await self._answer(batch)
        finally:
            del self._waiting[whose]

    async def _answer(self, batch: Sequence[_Asked]) -> None:
        """Read some. If their logs can't be read together, each is alone: whose fault it is shows
        then.
        """
        try:
            pages = await self._read(batch)
        except StoreFailed as error:
            _fail(batch, error)
        except Exception as error:  # noqa: BLE001 - it belongs to whoever asked
            if len(batch) == 1:
                _fail(batch, error)
            else:
                for one in batch:
                    await self._answer([one])
        else:
            for one, page in zip(batch, pages, strict=True):
                if not one.page.done():
                    one.page.set_result(page)

    async def _read(self, batch: Sequence[_Asked]) -> list[LogPage]:
        tails = [one.tail for one in batch]
        return await self._store.read(lambda reader: reader.tails(tails, self._page, PAGE_BYTES))


def _fail(batch: Sequence[_Asked], error: Exception) -> None:
    for one in batch:
        if not one.page.done():
            one.page.set_exception(error)
