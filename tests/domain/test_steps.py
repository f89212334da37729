"""Steps of a chart begin where days begin, in every time zone."""

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interlock.domain.figures import DAY, HOUR, MINUTE
from interlock.domain.quotas import day_of
from interlock.domain.steps import Even, even_parts, steps_of

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu")
HARD = ("Australia/Lord_Howe", "America/Havana", "Asia/Beirut", "Africa/Cairo", "America/Santiago")
"""Their clocks change by half an hour, or at midnight."""


def at(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> int:
    return int(datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()) * 1000


def test_a_day_has_23_or_25_hours_where_clocks_change():
    spring = steps_of(at(2026, 3, 28, 12), at(2026, 3, 30, 12), DAY, "Europe/Berlin")
    assert spring == [
        at(2026, 3, 27, 23),
        at(2026, 3, 28, 23),
        at(2026, 3, 29, 22),
        at(2026, 3, 30, 22),
    ]
    assert even_parts(spring) == [
        Even(at(2026, 3, 27, 23), at(2026, 3, 28, 23), DAY),
        Even(at(2026, 3, 28, 23), at(2026, 3, 29, 22), 23 * HOUR),
        Even(at(2026, 3, 29, 22), at(2026, 3, 30, 22), DAY),
    ]
    [long] = even_parts(steps_of(at(2026, 10, 25, 1), at(2026, 10, 25, 2), DAY, "Europe/Berlin"))
    assert long == Even(at(2026, 10, 24, 22), at(2026, 10, 25, 23), 25 * HOUR)


def test_where_clocks_skip_midnight_the_day_begins_an_hour_later():
    steps = steps_of(at(2026, 4, 24), at(2026, 4, 24, 12), DAY, "Africa/Cairo")
    assert steps == [at(2026, 4, 23, 22), at(2026, 4, 24, 21)]


def test_steps_of_hours_and_days_of_utc_are_what_they_always_were():
    since, until = at(2026, 11, 1, 5, 17), at(2026, 11, 30, 7, 3)
    for step in (MINUTE, 5 * MINUTE, HOUR, 3 * HOUR, DAY, 7 * DAY, 28 * DAY):
        found = steps_of(since, until, step, "UTC")
        assert found[0] == since - since % step
        assert found[-1] == -(-until // step) * step
        assert even_parts(found) == [Even(found[0], found[-1], step)]


@pytest.mark.parametrize("zone", [*ZONES, *HARD])
@given(st.integers(0, 4 * 366), st.integers(0, DAY - 1), st.integers(1, 400 * DAY))
def test_every_step_is_one_day_of_the_zone_and_nothing_is_left_out(
    zone: str, day: int, moment: int, length: int
):
    since = at(2023, 1, 1) + day * DAY + moment
    steps = steps_of(since, since + length, DAY, zone)
    assert steps[0] <= since < steps[1]
    assert steps[-2] < since + length <= steps[-1]
    for begin, end in pairwise(steps):
        assert 22 * HOUR < end - begin < 26 * HOUR
        assert day_of(begin, zone) == day_of(end - 1, zone) != day_of(end, zone)


def test_weeks_are_seven_days_whatever_clocks_do():
    zone = ZoneInfo("Europe/Berlin")
    steps = steps_of(at(2026, 1, 1), at(2026, 12, 1), 7 * DAY, "Europe/Berlin")
    days = [datetime.fromtimestamp(one // 1000, zone) for one in steps]
    assert {(one.weekday(), one.hour) for one in days} == {(3, 0)}
    assert {(b.toordinal() - a.toordinal()) for a, b in pairwise(days)} == {7}
