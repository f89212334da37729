"""The port that knows the processes of an installation."""

from typing import Protocol

from interlock.domain.members import Roster


class Cluster(Protocol):
    """Who lives, by the heartbeats that each process pushes. Nobody is asked, so nobody hangs."""

    async def roster(self) -> Roster:
        """All processes of which there is word, and how full the queue is."""
        ...
