"""The trace of a turn: its spans as a tree, and what they add up to."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal

from msgspec.structs import replace

from interlock.domain.events import Event
from interlock.domain.interrupts import Decision
from interlock.domain.ledger import Tokens
from interlock.traces.project import Projector
from interlock.traces.span import SpanKind, Trace, TraceSpan

Interval = tuple[int, int]


def trace_of(
    events: Iterable[Event], now: int, decided: Mapping[str, Decision] | None = None
) -> Trace:
    """The trace of a turn.

    Args:
        events: Of its runs, in order.
        now: Until when what goes on is counted, ms since the epoch.
        decided: What became of questions that the events leave open.
    """
    projector = Projector(decided)
    projector.feed(events)
    spans = in_order(projector.spans.values())
    work = _intervals(spans, "run", now)
    models = [span for span in spans if span.kind == "model"]
    return Trace(
        trace_id=projector.trace_id,
        turn_id=projector.turn_id,
        spans=spans,
        work_ms=_length(work),
        waiting_ms=_length(_without(_intervals(spans, "wait", now), work)),
        model_ms=_length(_intervals(spans, "model", now)),
        tool_ms=_length(_intervals(spans, "tool", now)),
        tokens=_sum_of_tokens(models),
        cost=_sum_of_costs(models),
        unpriced=sum(span.unpriced for span in models),
        errors=sum(span.status == "error" for span in spans),
        over=all(span.end is not None for span in spans),
    )


def in_order(spans: Iterable[TraceSpan]) -> list[TraceSpan]:
    """Each run with the sums of its models, followed by what happened in it, by time."""
    found = [*spans]
    children: dict[str, list[TraceSpan]] = {}
    for span in found:
        if span.kind != "run":
            children.setdefault(span.parent, []).append(span)
    ordered: list[TraceSpan] = []
    for run in found:
        if run.kind == "run":
            inside = sorted(children.get(run.id, []), key=lambda span: (span.start, span.seq))
            ordered += [_with_sums(run, inside), *inside]
    return ordered


def _with_sums(run: TraceSpan, inside: Sequence[TraceSpan]) -> TraceSpan:
    models = [span for span in inside if span.kind == "model"]
    priced = any(span.cost is not None for span in models)
    return replace(
        run,
        tokens=_sum_of_tokens(models),
        cost=_sum_of_costs(models) if priced else None,
        unpriced=sum(span.unpriced for span in models),
    )


def _sum_of_tokens(spans: Iterable[TraceSpan]) -> Tokens:
    counts = dict.fromkeys(Tokens.__struct_fields__, 0)
    for span in spans:
        for name in counts:
            counts[name] += getattr(span.tokens, name, 0)
    return Tokens(**counts)


def _sum_of_costs(spans: Iterable[TraceSpan]) -> Decimal:
    return sum((span.cost for span in spans if span.cost is not None), Decimal(0))


def _intervals(spans: Iterable[TraceSpan], kind: SpanKind, now: int) -> list[Interval]:
    """When at least one span of a kind went on: overlapping ones count once."""
    found: list[Interval] = []
    times = [
        (span.start, max(span.start, now if span.end is None else span.end))
        for span in spans
        if span.kind == kind
    ]
    for start, end in sorted(times):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


def _without(intervals: Iterable[Interval], holes: Sequence[Interval]) -> list[Interval]:
    left = [*intervals]
    for hole_start, hole_end in holes:
        pieces = [
            piece
            for start, end in left
            for piece in ((start, min(end, hole_start)), (max(start, hole_end), end))
        ]
        left = [(start, end) for start, end in pieces if end > start]
    return left


def _length(intervals: Iterable[Interval]) -> int:
    return sum(end - start for start, end in intervals)
