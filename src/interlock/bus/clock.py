"""The time of this machine."""

import asyncio
import time
from collections.abc import Callable

from interlock.ports import Clock

_MS = 1_000_000


class SystemClock:
    """``ports.Clock`` that follows the wall clock forwards and never goes back.

    When somebody sets the wall clock back, this one walks on at the pace of real time, ahead of
    the wall, until the process ends: durations stay true and no event is older than the one before.
    """

    def __init__(
        self,
        wall: Callable[[], int] = time.time_ns,  # noqa: TID251 - the one place
        steady: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._wall = wall
        self._steady = steady
        self._ahead = wall() - steady()

    def now(self) -> int:
        """Milliseconds since the epoch."""
        steady = self._steady()
        self._ahead = max(self._ahead, self._wall() - steady)
        return (steady + self._ahead) // _MS

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


_fits: Callable[[], Clock] = SystemClock
