"""The shredder: drops sealed secrets that no call will want any more."""

from interlock.ports import Clock, Store
from interlock.workers.again import again

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
        await again(self.look, self._clock, "old secrets could not be dropped", PAUSE_SECONDS)

    async def look(self) -> int:
        """Drop what is old and of no use. Returns how many there were."""
        before = self._clock.now() - int(self._age * 1_000)
        return await self._store.write(lambda tx: tx.sealed.drop(before))
