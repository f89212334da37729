"""The shredder: drops sealed secrets that no call will want any more."""

import logging

from interlock.ports import Clock, Store

_log = logging.getLogger(__name__)

PAUSE_SECONDS = 600.0
"""Between two looks."""


class Shredder:
    """Looks again and again.

    Args:
        store: Where secrets are kept.
        clock: The time.
        age: Seconds since a call last had the secret: the longest that a question may wait.
    """

    def __init__(self, store: Store, clock: Clock, age: float) -> None:
        self._store = store
        self._clock = clock
        self._age = age

    async def run(self) -> None:
        """Work until cancelled."""
        while True:
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - the next look may work
                _log.warning("old secrets could not be dropped: %s", error)
            await self._clock.sleep(PAUSE_SECONDS)

    async def look(self) -> int:
        """Drop what is old and of no use. Returns how many there were."""
        before = self._clock.now() - int(self._age * 1_000)
        return await self._store.write(lambda tx: tx.sealed.drop(before))
