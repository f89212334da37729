"""Durations in buckets: what is told of them is near the truth, and sums of parts are the whole."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from interlock.domain.histogram import ERROR, Spread, bucket_of, spread_of, value_of

DURATIONS = st.lists(st.integers(0, 10**9), min_size=1, max_size=200)


@given(st.integers(0, 10**12))
def test_a_bucket_stands_for_each_of_its_durations_within_the_stated_error(ms: int):
    assert abs(value_of(bucket_of(ms)) - ms) <= ERROR * ms + 0.5


@given(DURATIONS)
def test_a_percentile_is_within_the_stated_error_of_the_exact_one(durations: list[int]):
    spread = spread_of(Counter(bucket_of(ms) for ms in durations))
    exact = sorted(durations)
    for told, percent in ((spread.p50, 50), (spread.p95, 95)):
        right = exact[-(-len(exact) * percent // 100) - 1]
        assert told is not None
        assert abs(told - right) <= ERROR * right + 0.5
    assert spread.count == len(durations)


@given(DURATIONS, DURATIONS)
def test_counts_of_two_stretches_add_up_to_those_of_both(one: list[int], other: list[int]):
    parts = Counter(map(bucket_of, one)) + Counter(map(bucket_of, other))
    assert spread_of(parts) == spread_of(Counter(map(bucket_of, one + other)))


def test_short_durations_are_told_exactly_and_nothing_has_no_percentile():
    assert [value_of(bucket_of(ms)) for ms in range(21)] == list(range(21))
    assert spread_of({}) == Spread(0, None, None)
    assert bucket_of(-5) == bucket_of(0)
