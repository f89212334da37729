"""Figures: sums that the dashboard shows.

A figure is a number in a place: a minute, a kind of thing (``run``, ``model``, ``tool``, ``role``,
``wait``, ``route``), its name, and what is counted. All figures are sums, so that they can be added
up over minutes, agents and names. Durations are counts in the buckets of ``domain.histogram``.
"""

from typing import Final, Literal, NamedTuple

from msgspec import Struct

Kind = Literal["run", "model", "tool", "role", "wait", "route"]
KINDS: Final[tuple[Kind, ...]] = ("run", "model", "tool", "role", "wait", "route")

MINUTE: Final = 60_000
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
GRAINS: Final = (DAY, HOUR, MINUTE)
"""Lengths of time for which figures are kept, in ms."""

TIMES: Final = {"t": "took", "f": "first_token", "w": "waited"}
"""Histograms: what the letter before the number of a bucket means."""


Place = tuple[Kind, int, str, str]
"""Where a figure is counted: its kind, the beginning of the minute (ms since the epoch), its name,
and what is counted. A run has dozens of places, so they are plain tuples."""


class Mark(NamedTuple):
    """A run is one of those behind a figure."""

    kind: Kind
    name: str
    what: str


class Figure(NamedTuple):
    """A sum that is kept: ``at`` is the beginning of a stretch of time as long as the grain."""

    grain: int
    kind: Kind
    at: int
    agent: str
    version: str
    name: str
    what: str


class Count(Struct, frozen=True, kw_only=True):
    """What one run that is over adds.

    Args:
        run_id: The run.
        agent: Its agent.
        version: The version of the agent that drove it; empty when the log does not say.
        ended_at: Ms since the epoch.
        figures: By place.
        marks: Behind which figures the run is found, with its count there, or with the longest
            time in ms where it is a histogram.
    """

    run_id: str
    agent: str
    version: str
    ended_at: int
    figures: dict[Place, int]
    marks: dict[Mark, int]


def minute_of(at: int) -> int:
    """The beginning of the minute of a time."""
    return at - at % MINUTE


def figures_of(agent: str, version: str, place: Place) -> list[Figure]:
    """The sums that something in a place is added to: one for each grain."""
    kind, at, name, what = place
    return [Figure(grain, kind, at - at % grain, agent, version, name, what) for grain in GRAINS]


def money_at(at: int, name: str, role: str, cost: tuple[int, int]) -> dict[Place, int]:
    """What a call cost, by model and by role.

    Args:
        at: When it was made, ms since the epoch.
        name: The model, with its provider.
        role: The role of the agent.
        cost: Picodollars, and calls without a price.
    """
    minute = minute_of(at)
    pico, unpriced = cost
    counts: dict[Place, int] = {
        ("model", minute, name, "cost"): pico,
        ("model", minute, name, "unpriced"): unpriced,
        ("role", minute, role, "cost"): pico,
        ("role", minute, role, "unpriced"): unpriced,
    }
    return {place: count for place, count in counts.items() if count}
