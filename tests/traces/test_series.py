"""Counters and histograms as Prometheus reads them."""

from interlock.traces.series import (
    MOST_SERIES,
    Counter,
    Family,
    Histogram,
    Sample,
    exposition,
    gauge,
)


def text(*families: Family) -> list[str]:
    return exposition(families).decode().splitlines()


def test_a_counter_has_its_help_its_type_and_a_line_for_each_label_set():
    counter = Counter("calls_total", "Calls.", ("tool", "verdict"))
    counter.add("a", "allow")
    counter.add("a", "allow", by=2)
    counter.add("b", 'so "it"\\\n is')
    assert text(counter.family()) == [
        "# HELP calls_total Calls.",
        "# TYPE calls_total counter",
        'calls_total{tool="a",verdict="allow"} 3',
        'calls_total{tool="b",verdict="so \\"it\\"\\\\\\n is"} 1',
    ]


def test_a_counter_without_labels_begins_at_zero():
    assert text(Counter("x_total", "X.").family())[-1] == "x_total 0"


def test_a_histogram_counts_everything_up_to_each_bound():
    histogram = Histogram("took_seconds", "Time.", (0.1, 1.0), ("op",))
    for value in (0.05, 0.1, 0.5, 7.0):
        histogram.observe(value, "read")
    assert text(histogram.family())[2:] == [
        'took_seconds_bucket{op="read",le="0.1"} 2',
        'took_seconds_bucket{op="read",le="1"} 3',
        'took_seconds_bucket{op="read",le="+Inf"} 4',
        'took_seconds_sum{op="read"} 7.65',
        'took_seconds_count{op="read"} 4',
    ]


def test_label_sets_are_bounded_and_nothing_is_lost():
    counter = Counter("x_total", "X.", ("name",))
    for place in range(MOST_SERIES + 50):
        counter.add(f"model {place}")
    samples = counter.family().samples
    assert len(samples) == MOST_SERIES + 1
    assert sum(sample.value for sample in samples) == MOST_SERIES + 50
    assert [s.value for s in samples if s.labels == (("name", "other"),)] == [50]


def test_metrics_are_in_the_order_of_their_names():
    families = [gauge("b", "B.", Sample(1.5)), gauge("a", "A.", Sample(1e21))]
    assert [line for line in text(*families) if line[0] != "#"] == [
        "a 1000000000000000000000",
        "b 1.5",
    ]
