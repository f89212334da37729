"""The port that hands out work."""

from typing import Protocol

from interlock.domain.work import Counts, Delivery, Work


class Queue(Protocol):
    """Hands runs to workers: by priority, and in turn to every tenant that waits.

    It may hand out a run twice, and lose one: the claim in the store decides who drives, and
    whatever waits too long is offered again from there.
    """

    @property
    def deaf(self) -> bool:
        """Whether what others put can't be heard now: look into the store more often."""
        ...

    async def put(self, work: Work) -> None:
        """Offer a run. One that waits or is in somebody's hands already changes nothing."""
        ...

    async def take(self) -> Delivery:
        """Wait for a run."""
        ...

    async def done(self, delivery: Delivery) -> None:
        """The run left this worker's hands and needs no other."""
        ...

    async def give_back(self, delivery: Delivery) -> None:
        """Offer the run to the next worker; being handed out this time does not count."""
        ...

    async def set_aside(self, delivery: Delivery) -> None:
        """Keep a run that ends its workers away from all of them, and count it."""
        ...

    async def counts(self) -> Counts:
        """How full it is."""
        ...

    async def leave(self) -> None:
        """Give back whatever is still in this worker's hands; it takes no more."""
        ...
