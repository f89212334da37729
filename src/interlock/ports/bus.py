"""The port of live wake-ups."""

from collections.abc import Callable, Sequence
from typing import Protocol

from interlock.domain.events import Event


class Bus(Protocol):
    """Wakes readers and drivers inside a running installation. Losing a message loses no fact."""

    @property
    def deaf(self) -> bool:
        """Whether wakes from other processes can't be heard now: read the store more often."""
        ...

    def publish(self, events: Sequence[Event]) -> None:
        """Offer committed events of one run to whoever follows it."""
        ...

    def follow(self, run_id: str) -> "Subscription":
        """Hear of a run's events from now on."""
        ...

    def cancel(self, run_id: str) -> None:
        """Tell the driver of a run that its row asks for a stop."""
        ...

    def on_cancel(self, run_id: str, notice: Callable[[], None]) -> Callable[[], None]:
        """Be told of a stop; the returned function ends that."""
        ...


class Subscription(Protocol):
    """A bounded ear. When the listener is too slow it loses events and is told so."""

    async def next(self, timeout: float) -> Sequence[Event] | None:
        """The next events; None after ``timeout`` seconds without any.

        Raises:
            Lagging: Events were dropped; read them from the store and go on.
        """
        ...

    def close(self) -> None:
        """Hear no more."""
        ...


class Lagging(Exception):
    """The listener was too slow for its bounded buffer."""
