"""The steps of a chart: even ones, or days as they begin in a time zone. Pure."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, tzinfo
from functools import lru_cache
from itertools import pairwise
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from interlock.domain.figures import DAY, MINUTE

_FIRST: Final = date(1970, 1, 1).toordinal()
"""Steps of several days are counted from here, as steps without a zone are."""


class Even(Struct, frozen=True):
    """Steps of one length in a row, ms since the epoch: from, and to before."""

    since: int
    until: int
    step: int


def steps_of(since: int, until: int, step: int, zone: str) -> list[int]:
    """Where steps begin that hold a stretch of time, and where the last one ends.

    Args:
        since: From then on, ms since the epoch.
        until: To before.
        step: How long a step is, in ms. A whole number of days are days of the zone, which have 23
            or 25 hours where its clocks change.
        zone: An IANA name; "UTC" by itself.
    """
    if step % DAY:
        return list(range(since - since % step, -(-until // step) * step + 1, step))
    where = UTC if zone == "UTC" else _zone(zone)
    days = step // DAY
    day = (datetime.fromtimestamp(since // 1000, where).toordinal() - _FIRST) // days * days
    found = [_midnight(day, where)]
    while found[-1] < until:
        day += days
        found.append(_midnight(day, where))
    return sorted(set(found))


def even_parts(steps: Sequence[int]) -> list[Even]:
    """The same steps, put together where they are of one length."""
    found: list[Even] = []
    for since, until in pairwise(steps):
        last = found[-1] if found else None
        if last is not None and last.step == until - since:
            found[-1] = Even(last.since, until, last.step)
        else:
            found.append(Even(since, until, until - since))
    return found


def _midnight(day: int, where: tzinfo) -> int:
    """When a day begins; where clocks skip that hour, the day begins with the hour after it."""
    begins = datetime.fromordinal(_FIRST + day).replace(tzinfo=where)
    return int(begins.timestamp()) // 60 * MINUTE


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
