"""Spans against the ledger: a trace must not disagree with the bill."""

from collections.abc import Sequence
from decimal import Decimal

from interlock.domain.events import Event
from interlock.domain.interrupts import Question
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.records import Run
from interlock.ledger.recount import Difference
from interlock.ports import Reader
from interlock.sight.differ import differ
from interlock.traces.trace import trace_of


def check_spans(
    reader: Reader,
    runs: Sequence[Run],
    events: Sequence[Event],
    questions: Sequence[Question],
    now: int,
) -> list[Difference]:
    """The spans of a turn cost what its rows cost, hang together, and end when it is over."""
    turn = runs[0].turn_id
    decided = {one.interrupt.id: one.decision for one in questions if one.decision is not None}
    trace = trace_of(events, now, decided)
    rows = [row for run in runs for row in reader.ledger.of_run(run.id) if not row.revision]
    cost = sum((row.cost for row in rows if row.cost is not None), Decimal(0))
    ids = {span.id for span in trace.spans}
    lost = [span.id for span in trace.spans if span.kind != "run" and span.parent not in ids]
    done = all(run.status in RUN_OVER for run in runs)
    ended = done and not any(one.status == "open" for one in questions)
    found = differ("span", f"{turn} cost", trace.cost, cost)
    found += differ("span", f"{turn} parents", lost, [])
    return found + (differ("span", f"{turn} over", trace.over, right=True) if ended else [])
