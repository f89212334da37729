"""The points of the dashboard's charts, made from kept sums.

Sums are kept by minute, hour and day of UTC. A day of another zone is added up from hours, and
from minutes in the hours in which one of its days ends and the next begins.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from interlock.domain.dashboard import Point
from interlock.domain.figures import GRAINS, HOUR, MINUTE, Kind
from interlock.domain.histogram import Spread, spread_of
from interlock.domain.money import from_pico
from interlock.domain.steps import Even, even_parts
from interlock.ports import Reader
from interlock.ports.figures import PointSum, Stretch, Whose
from interlock.sight.lines import ZERO


def points(reader: Reader, whose: Whose, steps: Sequence[int]) -> list[Point]:
    """A point for each step in which something happened.

    Args:
        reader: One consistent view.
        whose: Whose figures.
        steps: Where steps begin, whole minutes in ms since the epoch, and where the last one ends.
    """
    runs = _by_step(reader, whose, "run", steps)
    roles = _by_step(reader, whose, "role", steps)
    return [
        replace(
            _point(at, runs.get(at, Counter())),
            cost=from_pico(roles.get(at, ZERO)["cost"]),
            calls=roles.get(at, ZERO)["calls"],
        )
        for at in sorted(runs.keys() | roles.keys())
    ]


def _by_step(
    reader: Reader, whose: Whose, kind: Kind, steps: Sequence[int]
) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = {}
    for part in even_parts(steps):
        for point in _sums(reader, whose, kind, part):
            at = steps[bisect_right(steps, point.at) - 1]
            found.setdefault(at, Counter())[point.what] += point.amount
    return found


def _sums(reader: Reader, whose: Whose, kind: Kind, part: Even) -> Iterable[PointSum]:
    """The sums of even steps: of the longest grain that no step cuts, or of hours and minutes."""
    whole = next((one for one in GRAINS if part.since % one == part.step % one == 0), MINUTE)
    grain = max(whole, HOUR) if part.step >= HOUR else whole
    stretch = Stretch(grain, part.since, part.until)
    yield from reader.figures.points(whose, kind, stretch, part.step)
    if grain > whole:
        for edge in range(part.since, part.until + 1, part.step):
            yield from _edge(reader, whose, kind, (edge, part))


def _edge(reader: Reader, whose: Whose, kind: Kind, where: tuple[int, Even]) -> Iterable[PointSum]:
    """The minutes of an hour that is cut by the begin of a step, as far as they are in the part."""
    edge, part = where
    hour = edge - edge % HOUR
    for since, until in ((hour, edge), (edge, hour + HOUR)):
        if part.since <= since and until <= part.until:
            stretch = Stretch(MINUTE, since, until)
            yield from reader.figures.points(whose, kind, stretch, HOUR)


def _point(at: int, counts: Mapping[str, int]) -> Point:
    took: Spread = spread_of(
        {int(what[2:]): count for what, count in counts.items() if what.startswith("t:")}
    )
    return Point(
        at=at,
        success=counts.get("success", 0),
        failed=counts.get("failed", 0),
        cancelled=counts.get("cancelled", 0),
        interrupted=counts.get("interrupted", 0),
        p95=took.p95,
    )
