"""Claims runs for a worker: under leases where there are others, without them where not."""

import asyncio
import logging
from collections.abc import Callable

from interlock.domain.records import Run
from interlock.errors import InterlockError
from interlock.ports import Lease, Leases, Store
from interlock.workers.keeper import Keeper
from interlock.workers.lease import OwnLease, Steady, TimedLease

_log = logging.getLogger(__name__)


class OwnLeases:
    """``ports.Leases`` for the one process of an embedded installation.

    Args:
        store: Where runs are claimed.
        steady: The clock.
    """

    alone = True

    def __init__(self, store: Store, steady: Steady) -> None:
        self._store = store
        self._steady = steady
        self.moved_at = steady()

    async def claim(self, run_id: str) -> Lease | None:
        """Take a run that is not over."""
        run = await self._store.write(lambda tx: tx.claim(run_id))
        return None if run is None else OwnLease(run, self._moved)

    async def release(self, lease: Lease) -> None:
        """There is nobody to leave it to: the next start goes on with it."""

    def forget(self, lease: Lease) -> None:
        """Nothing prolongs it."""

    def _moved(self) -> None:
        self.moved_at = self._steady()


class TimedLeases:
    """``ports.Leases`` for one of many workers.

    Args:
        store: Where runs are claimed.
        keeper: Prolongs what was claimed.
        limit: After so many claims without a release in good order a run is worn out; 0 for never.
    """

    alone = False

    def __init__(self, store: Store, keeper: Keeper, limit: int) -> None:
        self._store = store
        self._keeper = keeper
        self._limit = limit
        self._taken: set[str] = set()
        self.moved_at = keeper.steady()

    async def claim(self, run_id: str) -> Lease | None:
        """Take a run that is not over and that nobody holds.

        To the store, a worker that claims a run twice is a worker that begins anew. So what is
        handed to this process twice is refused here.
        """
        if run_id in self._taken:
            return None
        self._taken.add(run_id)
        lease = None
        try:
            lease = await self._claim(run_id)
        finally:
            if lease is None:
                self._taken.discard(run_id)
        return lease

    async def release(self, lease: Lease) -> None:
        """Let go of a run that has not ended. If that can't be written, the lease runs out."""
        self.forget(lease)
        await self._let_go(lease.run)

    def forget(self, lease: Lease) -> None:
        """Prolong it no more."""
        self._taken.discard(lease.run.id)
        if isinstance(lease, TimedLease):
            self._keeper.forget(lease)

    async def _claim(self, run_id: str) -> Lease | None:
        keeper = self._keeper
        asked, worker, seconds = keeper.steady(), keeper.worker, keeper.seconds
        writing = asyncio.ensure_future(  # noqa: TID251 - awaited here, whatever happens
            self._store.write(lambda tx: tx.claim(run_id, worker, seconds))
        )
        try:
            run = await asyncio.shield(writing)
        except asyncio.CancelledError:
            run = await writing
            if run is not None:
                await self._let_go(run)
            raise
        if run is None:
            return None
        lease = TimedLease(run, keeper.until(asked), self._limit, keeper.steady, self._moved)
        self._moved()
        keeper.keep(lease)
        return lease

    async def _let_go(self, run: Run) -> None:
        try:
            await self._store.write(lambda tx: tx.release(run.id, run.fence))
        except InterlockError as error:
            _log.warning("run %s could not be released: %s", run.id, error)

    def _moved(self) -> None:
        self.moved_at = self._keeper.steady()


_own: Callable[[Store, Steady], Leases] = OwnLeases
_timed: Callable[[Store, Keeper, int], Leases] = TimedLeases
