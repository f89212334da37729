"""The finder: offers runs that wait in the store and that no queue has handed out.

The queue may have lost them, or be away. Offering a run that the queue has already does no harm.
"""

import logging

from interlock.domain.work import work_of
from interlock.ports import Clock, Queue, Store

_log = logging.getLogger(__name__)

PAUSE_SECONDS = 10.0
"""Between two looks while the queue works."""

DEAF_SECONDS = 1.0
"""The same while it does not hear what others put."""

BATCH = 200
"""Runs that one look offers."""


class Finder:
    """Looks for runs that nobody drives, again and again.

    Args:
        store: Where they wait.
        queue: Gets them.
        clock: The time.
    """

    def __init__(self, store: Store, queue: Queue, clock: Clock) -> None:
        self._store = store
        self._queue = queue
        self._clock = clock

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                await self._look()
            except Exception as error:  # noqa: BLE001 - the next look may work
                _log.warning("waiting runs could not be looked up: %s", error)
            await self._clock.sleep(DEAF_SECONDS if self._queue.deaf else PAUSE_SECONDS)

    async def _look(self) -> None:
        for run in await self._store.read(lambda reader: reader.claimable(BATCH)):
            await self._queue.put(work_of(run))
