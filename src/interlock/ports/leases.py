"""The ports of the right to drive a run."""

from collections.abc import Callable
from typing import Protocol

from interlock.domain.records import Run


class Lease(Protocol):
    """A worker's right to drive one run, as long as it lasts."""

    @property
    def run(self) -> Run:
        """The run as it was claimed, with the fence that its driver writes under."""
        ...

    @property
    def worn_out(self) -> bool:
        """Whether so many workers died with it that it must not be tried again."""
        ...

    def check(self) -> None:
        """Call it directly before an effect or a write, with nothing in between.

        Raises:
            LeaseLost: The right is over, or may be: begin nothing, write nothing.
        """
        ...

    def on_lost(self, notice: Callable[[], None]) -> None:
        """Be told, on the event loop, when the right is over before the run is."""
        ...


class Leases(Protocol):
    """Claims runs, and keeps the claims alive."""

    @property
    def alone(self) -> bool:
        """Whether no other process claims runs: what is lost here went to a driver of our own."""
        ...

    async def claim(self, run_id: str) -> Lease | None:
        """Take a run to drive it. None if it is over, or somebody drives it."""
        ...

    async def release(self, lease: Lease) -> None:
        """Let go of a run that has not ended: any worker may have it at once."""
        ...

    def forget(self, lease: Lease) -> None:
        """Prolong it no more: its run ended, or it is lost."""
        ...
