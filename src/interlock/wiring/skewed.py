"""The system's clock on a machine whose wall clock is wrong, for experiments."""

import time
from collections.abc import Callable

from interlock.bus.clock import SystemClock
from interlock.ports import Clock


def skewed_clock(skew: Callable[[], int]) -> Clock:
    """The clock that ``serve`` uses, over a wall clock that is wrong.

    Args:
        skew: By how many nanoseconds, asked at each look.
    """
    return SystemClock(lambda: time.clock_gettime_ns(time.CLOCK_REALTIME) + skew())
