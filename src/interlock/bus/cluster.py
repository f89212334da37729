"""The cluster of one process: it looks at itself when somebody asks."""

from collections.abc import Callable

from interlock.domain.members import Beat, Member, Roster
from interlock.ports import Cluster, Queue

Look = Callable[[], Beat]
"""How this process stands now. Called from any thread."""


class LocalCluster:
    """``ports.Cluster`` for embedded installations.

    Args:
        look: How this process stands.
        queue: For its counts.
        whole: Whether there are no others.
    """

    def __init__(self, look: Look, queue: Queue, *, whole: bool = True) -> None:
        self._look = look
        self._queue = queue
        self._whole = whole

    async def roster(self) -> Roster:
        """This process."""
        return Roster((Member(self._look(), 0),), await self._queue.counts(), self._whole)


_fits: Callable[[Look, Queue], Cluster] = LocalCluster
