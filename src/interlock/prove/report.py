"""What an experiment found: counts, each with the number that it must be."""

from msgspec import Struct


class Count(Struct, frozen=True):
    """One number.

    Args:
        what: What was counted.
        found: How many there were.
        wanted: How many there must be; None for a figure that is only told.
    """

    what: str
    found: int
    wanted: int | None = None

    @property
    def right(self) -> bool:
        """Whether it is what it must be."""
        return self.wanted is None or self.found == self.wanted


class Proof(Struct, frozen=True, kw_only=True):
    """One experiment's outcome.

    Args:
        name: The experiment.
        counts: What was counted, the promises first.
        seed: Repeats its random choices; the machine's timing stays its own.
        seconds: How long it took.
        notes: What went wrong, for whoever looks for the reason; empty when nothing did.
    """

    name: str
    counts: tuple[Count, ...]
    seed: int
    seconds: float
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every count is what it must be."""
        return all(count.right for count in self.counts)

    def found(self, what: str) -> int:
        """One count's number.

        Raises:
            KeyError: Nothing of this name was counted.
        """
        return {count.what: count.found for count in self.counts}[what]
