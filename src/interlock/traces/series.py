"""Counters and histograms of this process, and their text form for Prometheus.

Source: Prometheus text exposition format, version 0.0.4. Values are floats there; the ledger, not a
metric, is the truth about money.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

MOST_SERIES = 200
"""Label sets of one metric. What comes later is counted under ``other``."""

OTHER = "other"
CONTENT_TYPE = b"text/plain; version=0.0.4; charset=utf-8"

Labels = tuple[str, ...]


class Sample(Struct, frozen=True):
    """One line: what is added to the metric's name, labels with values, and the value."""

    value: float
    labels: tuple[tuple[str, str], ...] = ()
    suffix: str = ""


class Family(Struct, frozen=True):
    """A metric with all its lines."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    about: str
    samples: Sequence[Sample]


class Counter:
    """Counts up, by labels.

    Args:
        name: Ends with ``_total``.
        about: One line.
        labels: Their names.
    """

    def __init__(self, name: str, about: str, labels: Labels = ()) -> None:
        self.name = name
        self._about = about
        self._labels = labels
        self._values: dict[Labels, float] = {} if labels else {(): 0.0}

    def add(self, *values: str, by: float = 1.0) -> None:
        """Count something, under the values of the labels."""
        key = _bounded(self._values, values)
        self._values[key] = self._values.get(key, 0.0) + by

    def family(self) -> Family:
        """All lines."""
        lines = [
            Sample(value, tuple(zip(self._labels, key, strict=True)))
            for key, value in sorted(self._values.items())
        ]
        return Family(self.name, "counter", self._about, lines)


class Histogram:
    """Counts values by size, and by labels.

    Args:
        name: Ends with its unit.
        about: One line.
        bounds: Upper bounds of the buckets, rising.
        labels: Their names.
    """

    def __init__(self, name: str, about: str, bounds: Sequence[float], labels: Labels = ()) -> None:
        self.name = name
        self._about = about
        self._bounds = tuple(bounds)
        self._labels = labels
        self._cells: dict[Labels, list[float]] = {}

    def observe(self, value: float, *values: str) -> None:
        """Count a value, under the values of the labels."""
        key = _bounded(self._cells, values)
        cells = self._cells.get(key)
        if cells is None:
            cells = self._cells[key] = [0.0] * (len(self._bounds) + 2)
        cells[bisect_left(self._bounds, value)] += 1
        cells[-1] += value

    def family(self) -> Family:
        """All lines: buckets that count everything up to their bound, the sum and the count."""
        lines: list[Sample] = []
        for key, cells in sorted(self._cells.items()):
            labels = tuple(zip(self._labels, key, strict=True))
            total = 0.0
            for bound, count in zip((*self._bounds, float("inf")), cells, strict=False):
                total += count
                lines.append(Sample(total, (*labels, ("le", _number(bound))), "_bucket"))
            lines += [Sample(cells[-1], labels, "_sum"), Sample(total, labels, "_count")]
        return Family(self.name, "histogram", self._about, lines)


def gauge(name: str, about: str, *samples: Sample) -> Family:
    """A metric that goes up and down, as it is now."""
    return Family(name, "gauge", about, samples)


def exposition(families: Iterable[Family]) -> bytes:
    """Metrics as text, in the order of their names."""
    lines: list[str] = []
    for family in sorted(families, key=lambda one: one.name):
        lines.append(f"# HELP {family.name} {family.about}")
        lines.append(f"# TYPE {family.name} {family.kind}")
        lines += [_line(family.name, sample) for sample in family.samples]
    return ("\n".join(lines) + "\n").encode()


def _line(name: str, sample: Sample) -> str:
    pairs = ",".join(f'{label}="{_escaped(value)}"' for label, value in sample.labels)
    shown = f"{{{pairs}}}" if pairs else ""
    return f"{name}{sample.suffix}{shown} {_number(sample.value)}"


def _number(value: float) -> str:
    if value == float("inf"):
        return "+Inf"
    return str(int(value)) if value == int(value) else repr(value)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')


def _bounded(known: dict[Labels, float] | dict[Labels, list[float]], key: Labels) -> Labels:
    """The labels, or ``other`` for all of them when there are too many already."""
    if key in known or len(known) < MOST_SERIES:
        return key
    return (OTHER,) * len(key)
