"""The counter: adds runs that are over to the figures of the dashboard."""

from collections.abc import Callable

from interlock.domain.figures import Count
from interlock.ports import Clock, Reader, Store
from interlock.sight.count import count_of
from interlock.workers.again import again

PAUSE_SECONDS = 1.0
"""Between two looks: so much later than its end a run is on the dashboard. Runs that are counted
together share their sums, and the pages of the database that these are on."""

BREATH_SECONDS = 0.02
"""The same where one look could not take on all: nobody waits long for a write of ours."""

RUNS = 100
"""That one look takes on."""


Fetch = Callable[[str], Count | None]


class Counter:
    """Counts runs again and again, each of them once, however many counters there are.

    Args:
        store: The log and the figures.
        clock: The time.
        fetch: Finds what a run adds if this process knows without reading its log.
    """

    def __init__(self, store: Store, clock: Clock, fetch: Fetch) -> None:
        self._store = store
        self._clock = clock
        self._fetch = fetch

    async def run(self) -> None:
        """Work until cancelled."""
        await again(
            self.look, self._clock, "runs could not be counted", PAUSE_SECONDS, BREATH_SECONDS
        )

    async def look(self) -> bool:
        """Count some runs. Returns whether there may be more."""
        counts = await self._store.read(self._due)
        if counts:
            await self._store.write(lambda tx: tx.figures.add(counts), by_locks=True)
        return len(counts) == RUNS

    def _due(self, reader: Reader) -> list[Count]:
        due = reader.figures.due(RUNS)
        return [self._fetch(run_id) or count_of(reader, run_id) for run_id in due]
