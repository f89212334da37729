"""A lease on one run: until when its worker may act, by a clock that nobody sets."""

from collections.abc import Callable

from interlock.domain.records import Run
from interlock.errors import LeaseLost
from interlock.ports import Lease

Steady = Callable[[], float]
"""Seconds of a clock that only goes forward, also while the process or the machine sleeps."""


class TimedLease:
    """``ports.Lease`` that ends unless it is prolonged.

    Its end is counted from before the database was asked, so it comes here no later than there.

    Args:
        run: As it was claimed.
        until: When it ends, by ``steady``.
        limit: Claims after which the run is worn out; 0 for never.
        steady: The clock.
        moved: Told of every check that went well: the run gets on.
    """

    def __init__(
        self,
        run: Run,
        until: float,
        limit: int,
        steady: Steady,
        moved: Callable[[], None],
    ) -> None:
        self.run = run
        self.until = until
        self.worn_out = 0 < limit < run.attempts
        self._steady = steady
        self._moved = moved
        self._lost = False
        self._notice: Callable[[], None] | None = None

    def check(self) -> None:
        """Stand in front of every effect and every write.

        Raises:
            LeaseLost: The time is over, or the store says that somebody else has the run.
        """
        if self._lost or self._steady() >= self.until:
            raise LeaseLost(f"the lease on run {self.run.id} is over")
        self._moved()

    def on_lost(self, notice: Callable[[], None]) -> None:
        """Be told when it is lost."""
        self._notice = notice

    def lose(self) -> None:
        """It is over. On the event loop; more than once does no harm."""
        self._lost = True
        notice, self._notice = self._notice, None
        if notice is not None:
            notice()


class OwnLease:
    """``ports.Lease`` where there is no other worker: it never ends.

    Args:
        run: As it was claimed.
        moved: Told of every check.
    """

    worn_out = False

    def __init__(self, run: Run, moved: Callable[[], None]) -> None:
        self.run = run
        self._moved = moved

    def check(self) -> None:
        """Never refuses."""
        self._moved()

    def on_lost(self, notice: Callable[[], None]) -> None:
        """It is never lost."""
        del notice


_timed: Callable[[Run, float, int, Steady, Callable[[], None]], Lease] = TimedLease
_own: Callable[[Run, Callable[[], None]], Lease] = OwnLease
