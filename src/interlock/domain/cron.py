"""Cron expressions in a time zone: five fields and a few names, and when they come due.

Source: the cron of Debian for what a line means, also when clocks are set (cronsim follows it): a
job at a fixed time of day that a spring gap swallows runs when the gap is over, one in the hour
that autumn repeats runs once, and a job of every so many minutes keeps its beat.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from cronsim import CronSim, CronSimError

from interlock.errors import Invalid

ALIASES = {
    "@hourly": "0 * * * *",
    "@daily": "0 0 * * *",
    "@midnight": "0 0 * * *",
    "@weekly": "0 0 * * 0",
    "@monthly": "0 0 1 * *",
    "@yearly": "0 0 1 1 *",
    "@annually": "0 0 1 1 *",
}
"""Names for frequent lines."""

FIELDS = 5
LONGEST = 200
"""Characters of an expression."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def find_zone(name: str) -> ZoneInfo:
    """A time zone by its IANA name.

    Raises:
        Invalid: There is none of this name.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        text = f"There is no time zone {name!r}. Use an IANA name such as Europe/Berlin or UTC."
        raise Invalid(text, "bad_zone") from error


def cron_slots(expression: str, zone: str, after: int) -> Iterator[int]:
    """The times at which an expression comes due, later than ``after``, in order, without end.

    Args:
        expression: Five fields, or one of ``ALIASES``.
        zone: An IANA name.
        after: In ms since the epoch, as what is yielded.

    Raises:
        Invalid: The expression is none, or there is no such zone.
    """
    start = (_EPOCH + after * _MILLISECOND).astimezone(find_zone(zone))
    found = _parse(expression, start)
    # In the hour that autumn repeats, a fixed time of day is offered once more though it is over.
    return (time for moment in found if (time := _milliseconds(moment)) > after)


def _parse(expression: str, start: datetime) -> CronSim:
    line = ALIASES.get(expression.strip().lower(), expression)
    if line.lstrip().startswith("@"):
        names = ", ".join(ALIASES)
        raise Invalid(f"There is no cron name {line.strip()!r}. Use one of {names}.", "bad_cron")
    count = len(line.split())
    if count != FIELDS or len(line) > LONGEST:
        text = (
            f"A cron expression has five fields (minute, hour, day of month, month, day of week); "
            f"this one has {count}."
        )
        raise Invalid(text, "bad_cron")
    try:
        return CronSim(line, start)
    except CronSimError as error:
        raise Invalid(_complaint(line, str(error)), "bad_cron") from error


def _complaint(line: str, said: str) -> str:
    field = said.removeprefix("Bad ").replace("-", " ")
    if field == "day of month" and _fits_alone(line):
        return f"{line!r} never fires: none of its months has such a day. Change the day."
    return (
        f"The {field} of {line!r} can't be read. Write it as cron does, for example 30 7 * * 1-5."
    )


def _fits_alone(line: str) -> bool:
    """Whether the day of the month is one that some month has."""
    minute, hour, day, _, weekday = line.split()
    try:
        CronSim(" ".join((minute, hour, day, "*", weekday)), _EPOCH)
    except CronSimError:
        return False
    return True


def _milliseconds(moment: datetime) -> int:
    return (moment - _EPOCH) // _MILLISECOND
