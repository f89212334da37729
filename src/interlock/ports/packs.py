"""The port of what keeps the log small once a run is over."""

from collections.abc import Sequence
from typing import Protocol

from interlock.domain.packs import Pack


class Packs(Protocol):
    """Many fragments in one row. Readers of the log see no difference.

    A plan is made in a read and kept in a write: the log of an ended run does not change.
    """

    def due(self, ended_before: int, limit: int) -> list[str]:
        """Runs that ended by then (ms since the epoch) and were not packed yet."""
        ...

    def plan(self, run_id: str, after: int, limit: int) -> tuple[Sequence[Pack], int]:
        """Packs of up to ``limit`` fragments after a number, and where to go on; 0: nowhere."""
        ...

    def keep(self, pack: Pack) -> None:
        """Put a planned pack in the place of its events. Doing it again changes nothing."""
        ...

    def done(self, run_id: str) -> None:
        """A run needs no further look."""
        ...
