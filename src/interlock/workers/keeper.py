"""The keeper: a thread that prolongs the leases of this process, beside its event loop.

The loop may be blocked for a while, by a tool that computes, and its leases stay. A loop that is
blocked for good must not keep its runs from others: after ``stall`` seconds without a sign of life
the keeper lets its leases end.
"""

import asyncio
import logging
from collections.abc import Callable
from threading import Event, Lock, Thread

from interlock.domain.records import Held
from interlock.ports import Store
from interlock.workers.lease import Steady, TimedLease

_log = logging.getLogger(__name__)

SHARE = 0.9
"""Of a lease counts here: clocks of two machines do not run at quite the same pace."""

STALL_LEASES = 3.0
"""For how many leases an event loop may be blocked before it counts as dead."""


class Keeper:
    """Prolongs leases at a third of their length. One that is over stays over.

    Args:
        store: Renews in a thread, without an event loop.
        worker: Under which name the runs were claimed.
        seconds: How long a lease lasts.
        steady: The clock.
        stop_wanted: Told on the event loop of a run that somebody asked to stop.
    """

    def __init__(
        self,
        store: Store,
        worker: str,
        seconds: float,
        steady: Steady,
        stop_wanted: Callable[[str], None],
    ) -> None:
        self.worker = worker
        self.seconds = seconds
        self.steady = steady
        self._store = store
        self._stop_wanted = stop_wanted
        self._leases: dict[str, TimedLease] = {}
        self._lock = Lock()
        self._over = Event()
        self._alive = steady()
        self._stalled = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = Thread(target=self._run, name="interlock-leases", daemon=True)

    async def live(self) -> None:
        """Be the event loop's sign of life, until cancelled; the thread lives as long."""
        self._loop = asyncio.get_running_loop()
        self._alive = self.steady()
        self._thread.start()
        try:
            while True:
                self._alive = self.steady()
                self._end_overdue()
                await asyncio.sleep(self.seconds / 6)
        finally:
            self._over.set()
            await asyncio.to_thread(self._thread.join, self.seconds)

    def until(self, asked: float) -> float:
        """When a lease ends that the database was asked for at a time."""
        return asked + self.seconds * SHARE

    def keep(self, lease: TimedLease) -> None:
        """Prolong this one from now on."""
        with self._lock:
            self._leases[lease.run.id] = lease

    def forget(self, lease: TimedLease) -> None:
        """Prolong it no more."""
        with self._lock:
            if self._leases.get(lease.run.id) is lease:
                del self._leases[lease.run.id]

    def silence(self) -> float:
        """Seconds since the event loop's last sign of life."""
        return self.steady() - self._alive

    def _run(self) -> None:
        while not self._over.wait(self.seconds / 3):
            stalled = self.silence() > self.seconds * STALL_LEASES
            if stalled and not self._stalled:
                _log.error("the event loop is stuck; its runs are left to other workers")
            self._stalled = stalled
            if not stalled:
                self._prolong()

    def _prolong(self) -> None:
        asked = self.steady()
        with self._lock:
            known = list(self._leases.items())
        leases = {run_id: lease for run_id, lease in known if asked < lease.until}
        if not leases:
            return
        fences = {run_id: lease.run.fence for run_id, lease in leases.items()}
        try:
            held = {one.run_id: one for one in self._renew(fences)}
        except Exception as error:  # noqa: BLE001 - the next round may work; until then they run out
            _log.warning("leases could not be prolonged: %s", error)
            return
        for run_id, lease in leases.items():
            if run_id in held:
                lease.until = max(lease.until, self.until(asked))
        self._tell(lambda: self._sort(leases, held))

    def _renew(self, fences: dict[str, int]) -> list[Held]:
        return self._store.renew(self.worker, fences, self.seconds)

    def _sort(self, leases: dict[str, TimedLease], held: dict[str, Held]) -> None:
        """On the event loop: say what is lost, and what is to be stopped."""
        for run_id, lease in leases.items():
            if self._leases.get(run_id) is not lease:
                continue  # its run ended meanwhile
            one = held.get(run_id)
            if one is None:
                _log.warning("run %s went to another worker", run_id)
                lease.lose()
            elif one.cancel_by:
                self._stop_wanted(run_id)

    def _end_overdue(self) -> None:
        """On the event loop, for the thread may be waiting for a database that is silent."""
        for lease in tuple(self._leases.values()):
            if self._alive >= lease.until:
                lease.lose()

    def _tell(self, word: Callable[[], None]) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(word)
