"""Ids that follow from the log, and the header that brings a caller's."""

import pytest

from interlock.traces.ids import (
    Caller,
    clean,
    gate_span,
    model_span,
    read_traceparent,
    run_span,
    tool_span,
    trace_id_of,
    traceparent,
    wait_span,
)

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
SPAN = "00f067aa0ba902b7"
HEADER = f"00-{TRACE}-{SPAN}-01"


def test_a_header_names_its_callers_span():
    assert read_traceparent(HEADER) == Caller(TRACE, SPAN, sampled=True)
    assert read_traceparent(f"00-{TRACE}-{SPAN}-02") == Caller(TRACE, SPAN, sampled=False)


def test_a_header_of_a_later_version_is_read_as_far_as_it_is_known():
    assert read_traceparent(f"01-{TRACE}-{SPAN}-01-more") == Caller(TRACE, SPAN, sampled=True)
    assert clean(f"01-{TRACE}-{SPAN}-03-more") == HEADER


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "hello",
        f"ff-{TRACE}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}-01-more",
        f"00-{'0' * 32}-{SPAN}-01",
        f"00-{TRACE}-{'0' * 16}-01",
        f"00-{TRACE.upper()}-{SPAN}-01",
        f"00-{TRACE}-{SPAN}",
        f"00-{TRACE}-{SPAN}-0\u0967",
    ],
)
def test_what_is_no_header_of_the_specification_is_ignored(header: str | None):
    assert (read_traceparent(header), clean(header)) == (None, "")


def test_a_trace_is_its_callers_or_follows_from_the_turn():
    assert trace_id_of("turn_1", HEADER) == TRACE
    assert trace_id_of("turn_1") == trace_id_of("turn_1", "nonsense")
    assert trace_id_of("turn_1") != trace_id_of("turn_2")


def test_every_span_has_an_id_of_its_own():
    spans = {
        run_span("a"),
        model_span("a", "b"),
        model_span("ab", ""),
        tool_span("a", "b", 1),
        tool_span("a", "b", 2),
        tool_span("a", "b1", 1),
        gate_span("a", 1),
        wait_span("a"),
    }
    assert len(spans) == 8
    assert all(len(span) == 16 and int(span, 16) for span in spans)
    assert read_traceparent(traceparent(trace_id_of("t"), run_span("a"))) is not None
