"""Who this process is, and how it stands: what its heartbeat says."""

import os
import socket
import time
from collections.abc import Callable
from importlib.metadata import version

from interlock.domain.ids import new_id
from interlock.domain.members import Beat, Role
from interlock.ports import Clock
from interlock.settings import Settings
from interlock.workers.keeper import Keeper
from interlock.workers.leases import OwnLeases, TimedLeases
from interlock.workers.worker import Worker

RANDOM_LETTERS = 8


def process_name(settings: Settings) -> str:
    """The name under which this process claims runs; no two living processes may share one."""
    if settings.worker_id:
        return settings.worker_id
    chance = new_id("w").partition("_")[2][:RANDOM_LETTERS]
    return f"{socket.gethostname()}-{os.getpid()}-{chance}"


def steady_clock() -> Callable[[], float]:
    """Seconds that go on while the process is stopped and, where possible, the machine sleeps."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic if boot is None else lambda: time.clock_gettime(boot)


class Vitals:
    """Knows how this process stands. ``look`` may be called from any thread.

    Args:
        name: Of the process.
        role: What it does.
        clock: The time, for when it began.
        leases: Know when a run last got on.
        keeper: Knows when the event loop last answered; None without leases.
        steady: The clock that both use.
    """

    def __init__(
        self,
        name: str,
        role: Role,
        clock: Clock,
        leases: OwnLeases | TimedLeases,
        keeper: Keeper | None,
        steady: Callable[[], float],
    ) -> None:
        self.worker: Worker | None = None
        self._name = name
        self._role: Role = role
        self._started_at = clock.now()
        self._leases = leases
        self._keeper = keeper
        self._steady = steady
        self._host = socket.gethostname()
        self._version = version("interlock")

    def look(self) -> Beat:
        """How it stands now."""
        worker = self.worker
        busy = 0 if worker is None else worker.in_flight
        idle = self._steady() - self._leases.moved_at if busy else 0.0
        stalled = 0.0 if self._keeper is None else self._keeper.silence()
        return Beat(
            id=self._name,
            host=self._host,
            pid=os.getpid(),
            version=self._version,
            role=self._role,
            started_at=self._started_at,
            in_flight=busy,
            capacity=0 if worker is None else worker.capacity,
            draining=worker is not None and worker.parked,
            idle_ms=int(idle * 1000),
            stalled_ms=int(stalled * 1000),
        )
