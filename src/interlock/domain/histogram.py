"""Durations as counts in buckets: small, mergeable, and with a bound on what a percentile is off.

A bucket holds whole milliseconds from one bound to the next, and no two values in one bucket differ
by more than 5 %. A percentile is told as the harmonic mean of its bucket's least and greatest
value, which is at most 2.44 % off either. Up to 20 ms every value has a bucket of its own.

Source: DDSketch (Masson, Rim, Lee 2019), with bounds in whole numbers, so that every machine
sorts alike.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

ERROR: Final = 0.0244
"""The greatest relative error of a percentile."""

_END: Final = 2**42
"""Beyond a century nothing is told apart."""


class Spread(Struct, frozen=True):
    """How long something took: how often, and the 50th and 95th percentile in ms."""

    count: int = 0
    p50: int | None = None
    p95: int | None = None


def _bounds() -> tuple[int, ...]:
    bounds = [0, 1]
    while bounds[-1] < _END:
        bounds.append(bounds[-1] * 105 // 100 + 1)
    return tuple(bounds)


_BOUNDS: Final = _bounds()


def bucket_of(ms: int) -> int:
    """The number of the bucket for a duration; what is negative (a clock was set) counts as 0."""
    return bisect_right(_BOUNDS, min(max(ms, 0), _END - 1)) - 1


def value_of(bucket: int) -> int:
    """The duration that a bucket stands for, ms."""
    least, greatest = _BOUNDS[bucket], _BOUNDS[bucket + 1] - 1
    return 0 if greatest == 0 else round(2 * least * greatest / (least + greatest))


def spread_of(buckets: Mapping[int, int]) -> Spread:
    """The percentiles of counts by bucket, by nearest rank."""
    full = sorted((bucket, count) for bucket, count in buckets.items() if count > 0)
    total = sum(count for _, count in full)
    if not total:
        return Spread()
    return Spread(total, _rank(full, -(-total // 2)), _rank(full, -(-total * 95 // 100)))


def _rank(full: list[tuple[int, int]], rank: int) -> int:
    seen = 0
    for bucket, count in full:
        seen += count
        if seen >= rank:
            return value_of(bucket)
    raise ValueError(rank)
