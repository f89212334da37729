"""The finder: offers runs that wait in the store and that no queue has handed out.

The queue may have lost them, or be away. Offering a run that the queue has already does no harm.
"""

import itertools
import logging

from interlock.domain.work import work_of
from interlock.ports import Clock, Queue, Store

_log = logging.getLogger(__name__)

PAUSE_SECONDS = 1.0
"""Between two looks while the queue does not hear what others put."""

QUIET_PAUSES = 10
"""So many pauses lie between two looks while it does."""

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
        for pause in itertools.count():
            if self._queue.deaf or pause % QUIET_PAUSES == 0:
                await self._try()
            await self._clock.sleep(PAUSE_SECONDS)

    async def _try(self) -> None:
        try:
            await self._look()
        except Exception as error:  # noqa: BLE001 - the next look may work
            _log.warning("waiting runs could not be looked up: %s", error)

    async def _look(self) -> None:
        for run in await self._store.read(lambda reader: reader.claimable(BATCH)):
            await self._queue.put(work_of(run))
