"""The ranges that a dashboard reads: every minute once, and most of it in days."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from interlock.domain.figures import DAY, HOUR, MINUTE
from interlock.sight.board import STEPS, step_of, stretches

WEEK = 7 * DAY // MINUTE


@given(st.integers(0, 3 * WEEK), st.integers(1, 3 * WEEK))
def test_stretches_hold_each_minute_of_a_range_once(first: int, length: int):
    since, until = first * MINUTE, (first + length) * MINUTE
    found = sorted(stretches(since, until), key=lambda one: one.since)
    assert found[0].since == since
    assert found[-1].until == until
    for one, other in pairwise(found):
        assert one.until == other.since
    for one in found:
        assert one.since % one.grain == one.until % one.grain == 0


def test_a_month_is_read_in_days():
    assert [one.grain for one in stretches(0, 30 * DAY)] == [DAY]
    assert [one.grain for one in stretches(HOUR, DAY + MINUTE)] == [MINUTE, HOUR]


def test_steps_are_whole_grains_and_a_chart_has_few_of_them():
    for length in (HOUR, DAY, 7 * DAY, 30 * DAY, 366 * DAY):
        assert length / step_of(length) <= 120
    assert all(step % DAY == 0 or DAY % step == 0 for step in STEPS)
