"""The port of the figures that the dashboard shows."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from interlock.domain.cursor import Cursor
from interlock.domain.figures import Count, Figure, Kind, Mark
from interlock.domain.principals import Principal
from interlock.domain.records import Run


class Whose(Struct, frozen=True, kw_only=True):
    """Whose figures: a tenant's, or of one agent, or of one version of it."""

    tenant: str
    agent: str = ""
    version: str = ""


class Stretch(Struct, frozen=True):
    """Time from, and to before, in ms since the epoch, and the grain in which to add it up."""

    grain: int
    since: int
    until: int


class FigureSum(Struct, frozen=True):
    """A sum of figures."""

    agent: str
    version: str
    name: str
    what: str
    amount: int


class PointSum(Struct, frozen=True):
    """A sum of figures in a step of time that begins at ``at``."""

    at: int
    what: str
    amount: int


class Sought(Struct, frozen=True, kw_only=True):
    """Runs that somebody looks for.

    Args:
        mark: Behind this figure, under any name when its name is empty; None for all.
        since: Ended from then on, ms since the epoch; with a mark alone.
        until: Ended before; with a mark alone.
        least: With so large a count under one name, or so long a time in ms; with a mark alone.
        status: In this status; empty for any.
        agent: Of this agent; empty for any.
        version: Of this version of it; with a mark alone.
        limit: How many at most.
        before: Where the page before ended.
    """

    mark: Mark | None = None
    since: int = 0
    until: int = 2**62
    least: int = -(2**62)
    status: str = ""
    agent: str = ""
    version: str = ""
    limit: int = 50
    before: Cursor | None = None


class Figures(Protocol):
    """Sums, and the runs behind them. Who may see them is decided elsewhere."""

    def due(self, limit: int) -> list[str]:
        """Runs that are over and in no figure yet, longest ended first."""
        ...

    def tenants(self) -> list[str]:
        """Tenants that have runs."""
        ...

    def waiting(self, tenant: str) -> int:
        """How many runs of a tenant those are."""
        ...

    def add(self, counts: Sequence[Count]) -> int:
        """Add runs to the figures of their tenants. How many were not there, and are over."""
        ...

    def sums(self, whose: Whose, kind: Kind, stretches: Sequence[Stretch]) -> list[FigureSum]:
        """The sums of one kind in stretches of time; one place may be there more than once."""
        ...

    def points(self, whose: Whose, kind: Kind, stretch: Stretch, step: int) -> list[PointSum]:
        """The sums of one kind in even steps of a stretch of time, whatever their names.

        A sum whose time no step holds whole is left out.
        """
        ...

    def runs(self, principal: Principal, sought: Sought) -> list[Run]:
        """The principal's runs behind a figure, last ended first; without one, newest first."""
        ...

    def counted(self, tenant: str) -> dict[str, bool]:
        """The runs that are in the figures, and whether the figures of routes are among them."""
        ...

    def every(self, tenant: str) -> dict[Figure, int]:
        """All sums of a tenant that are not 0."""
        ...

    def every_mark(self, tenant: str) -> dict[tuple[str, Mark], int]:
        """All marks of a tenant by run."""
        ...

    def forget(self, tenant: str) -> None:
        """Forget all figures of a tenant, so that every run is counted again."""
        ...
