"""When a notice is sent again: for about three days, at growing distances. Pure arithmetic."""

from collections.abc import Callable

from msgspec import Struct

from interlock.domain.hooks import Delivery

_MINUTE = 60
_HOUR = 3600

WAITS = (
    5,
    _MINUTE,
    5 * _MINUTE,
    30 * _MINUTE,
    2 * _HOUR,
    5 * _HOUR,
    10 * _HOUR,
    14 * _HOUR,
    20 * _HOUR,
    20 * _HOUR,
)
"""Seconds after each failed attempt, before jitter; after the attempt that follows the last of
them, the notice is set aside. Together 71 hours and 36 minutes."""

JITTER = 0.1
"""Each wait is lengthened by up to this part of it, so that notices do not come in crowds."""

GONE = 410
"""The receiver says that it is not there any more: nothing more is sent to it."""


class Sent(Struct, frozen=True):
    """How an attempt went. ``status`` is HTTP's, 0 without an answer; ``error`` says why not."""

    status: int = 0
    error: str = ""

    @property
    def taken(self) -> bool:
        """Whether the receiver has it."""
        return 200 <= self.status < 300


def next_attempt(delivery: Delivery, now: int, random: Callable[[], float]) -> int:
    """When to try again after an attempt failed, ms since the epoch; 0: never.

    Args:
        delivery: Its ``attempts`` count the one that failed.
        now: In ms since the epoch.
        random: Draws from [0, 1).
    """
    if delivery.attempts > len(WAITS):
        return 0
    wait = WAITS[max(0, delivery.attempts - 1)]
    return now + int(wait * 1000 * (1 + JITTER * random()))
