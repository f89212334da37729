"""When a schedule comes due, and what is due now. Pure arithmetic over timing and the time."""

import hashlib
from collections import deque
from collections.abc import Iterator
from itertools import islice, takewhile

from msgspec import Struct

from interlock.domain.cron import cron_slots
from interlock.domain.schedules import GRACE_MS, MANY_LATE, Schedule, Timing

COUNTED = 1_000
"""Missed slots that are counted; more are as good as this many."""

_SECOND = 1_000
_DAY = 24 * 3600 * _SECOND
_WIDER = 32


class Due(Struct, frozen=True, kw_only=True):
    """What is to be done about a schedule now.

    Args:
        fire: The slots to fire, in order.
        passed: The last of the slots that were missed and are not made up for; 0: none.
        passed_count: How many they are, at most ``COUNTED``.
        next_at: The slot after all these; 0: there is none.
    """

    fire: tuple[int, ...] = ()
    passed: int = 0
    passed_count: int = 0
    next_at: int = 0


def next_slot(timing: Timing, after: int) -> int:
    """The first slot later than ``after``, ms since the epoch; 0 when there is none.

    Raises:
        Invalid: A cron expression, or its zone, is wrong.
    """
    return next(_slots(timing, after), 0)


def preview(timing: Timing, after: int, count: int) -> list[int]:
    """The next slots later than ``after``, up to ``count`` of them.

    Raises:
        Invalid: A cron expression, or its zone, is wrong.
    """
    return list(islice(_slots(timing, after), count))


def jitter_ms(schedule: Schedule) -> int:
    """How long after each slot a schedule fires: always the same, so that order and pace stay."""
    if not schedule.jitter:
        return 0
    drawn = int.from_bytes(hashlib.sha256(schedule.id.encode()).digest()[:8], "big")
    return drawn % (schedule.jitter * _SECOND)


def due_slots(schedule: Schedule, now: int) -> Due:
    """What is due, by the schedule's policy about missed slots.

    A clock that was set back finds nothing due: the next slot is computed from the last one, never
    from the time.
    """
    upto = now - jitter_ms(schedule)
    if not schedule.next_at or schedule.next_at > upto:
        return Due(next_at=schedule.next_at)
    slots = _passed_since(schedule.timing, schedule.next_at, upto)
    late = [slot for slot in slots if upto - slot > GRACE_MS]
    fresh = slots[len(late) :]
    made_up = _made_up(schedule, late, served=bool(fresh))
    left = late[: len(late) - len(made_up)]
    return Due(
        fire=(*made_up, *fresh),
        passed=left[-1] if left else 0,
        passed_count=len(left),
        next_at=next_slot(schedule.timing, slots[-1] if slots else upto),
    )


def _made_up(schedule: Schedule, late: list[int], *, served: bool) -> list[int]:
    """The missed slots that fire all the same. ``served``: a later one fires anyway."""
    match schedule.missed:
        case "skip":
            return []
        case "once":
            return [] if served else late[-1:]
        case "all":
            return late[-MANY_LATE:]


def _slots(timing: Timing, after: int) -> Iterator[int]:
    if timing.cron:
        return cron_slots(timing.cron, timing.zone, after)
    if timing.every:
        return _interval(timing, after)
    return iter((timing.at,) if timing.at > after else ())


def _interval(timing: Timing, after: int) -> Iterator[int]:
    step = timing.every * _SECOND
    slot = timing.start + max(0, (after - timing.start) // step + 1) * step
    while True:
        yield slot
        slot += step


def _passed_since(timing: Timing, first: int, upto: int) -> list[int]:
    """The latest slots in ``first … upto``, at most ``COUNTED``, without walking through years."""
    width = timing.every * _SECOND * COUNTED if timing.every else _DAY
    while True:
        begin = max(first, upto - width)
        walk = takewhile(lambda slot: slot <= upto, _slots(timing, begin - 1))
        found = deque(walk, maxlen=COUNTED)
        if begin == first or len(found) > MANY_LATE:
            return list(found)
        width *= _WIDER
