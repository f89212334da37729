"""Our span as OpenTelemetry's current one, so that the spans of others nest under it.

Imported only where ``opentelemetry-api`` is installed. Whoever makes spans inside a tool, with
whatever SDK and exporter, then makes them children of ours; that one is exported from the log.
"""

from collections.abc import Generator
from contextlib import contextmanager

from opentelemetry import context, trace
from opentelemetry.trace import NonRecordingSpan, SpanContext, TraceFlags, TraceState

from interlock.traces.here import Here, Nest, within


@contextmanager
def nest(here: Here) -> Generator[None]:
    """Make a span the current one, here and for OpenTelemetry."""
    known = SpanContext(
        trace_id=int(here.trace_id, 16),
        span_id=int(here.span_id, 16),
        is_remote=False,
        trace_flags=TraceFlags(TraceFlags.SAMPLED),
        trace_state=TraceState.from_header([here.tracestate]),
    )
    token = context.attach(trace.set_span_in_context(NonRecordingSpan(known)))
    try:
        with within(here):
            yield
    finally:
        context.detach(token)


_nest: Nest = nest
