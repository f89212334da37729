"""Spans on their way to a collector, by OpenTelemetry's own exporter: OTLP over HTTP, protobuf.

Imported only where export is switched on; it needs the extra ``otel``.
"""

from collections.abc import Mapping, Sequence

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, SpanKind, Status, StatusCode, TraceFlags, TraceState

from interlock.traces.exporter import Sheet
from interlock.traces.openinference import Conventions, told
from interlock.traces.span import TraceSpan

PATH = "/v1/traces"
TIMEOUT_SECONDS = 5.0
"""For one request, its retries included: a stop waits no longer."""

_SCOPE = "interlock"
_KINDS = {"model": SpanKind.CLIENT}
_MS = 1_000_000


class OtlpSender:
    """Sends spans to a collector.

    Args:
        endpoint: The collector's address, for example ``http://collector:4318``; ``/v1/traces`` is
            added unless it is there.
        headers: For its authentication.
        resource: Who we are: ``service.name`` and its neighbours.
        conventions: In whose words spans are told.
    """

    def __init__(
        self,
        endpoint: str,
        headers: Mapping[str, str],
        resource: Mapping[str, str],
        conventions: Conventions = "gen_ai",
    ) -> None:
        base = endpoint.rstrip("/")
        self._resource = Resource(dict(resource))
        self._conventions: Conventions = conventions
        self._scope = InstrumentationScope(_SCOPE, resource.get("service.version", ""))
        self._exporter = OTLPSpanExporter(
            endpoint=base if base.endswith(PATH) else base + PATH,
            headers=dict(headers),
            timeout=TIMEOUT_SECONDS,
        )

    def __call__(self, sheets: Sequence[Sheet], /) -> bool:
        """Send spans, in one request; False: the collector did not take them. Blocks."""
        spans = [self._readable(sheet) for sheet in sheets]
        return self._exporter.export(spans) is SpanExportResult.SUCCESS

    def close(self) -> None:
        """Send nothing more; a retry that waits is given up."""
        self._exporter.shutdown()

    def _readable(self, sheet: Sheet) -> ReadableSpan:
        span = sheet.span
        parent = None if not span.parent else _context(sheet, span.parent)
        error = {"error.type": span.error} if span.error else {}
        return ReadableSpan(
            name=span.name,
            context=_context(sheet, span.id),
            parent=parent,
            resource=self._resource,
            attributes={**told(span, self._conventions), **error, **_sums(span)},
            kind=_KINDS.get(span.kind, SpanKind.INTERNAL),
            status=Status(StatusCode.ERROR, span.error) if span.status == "error" else Status(),
            start_time=span.start * _MS,
            end_time=(span.start if span.end is None else span.end) * _MS,
            instrumentation_scope=self._scope,
        )


def _context(sheet: Sheet, span_id: str) -> SpanContext:
    return SpanContext(
        trace_id=int(sheet.trace_id, 16),
        span_id=int(span_id, 16),
        is_remote=False,
        trace_flags=TraceFlags(TraceFlags.SAMPLED),
        trace_state=TraceState.from_header([sheet.tracestate]),
    )


def _sums(span: TraceSpan) -> dict[str, int | str]:
    """What a run spent, under names that nobody adds to its models' own."""
    if span.kind != "run" or span.tokens is None:
        return {"interlock.kind": span.kind}
    cost = {} if span.cost is None else {"interlock.cost": format(span.cost, "f")}
    return {"interlock.kind": span.kind, "interlock.tokens": span.tokens.total, **cost}
