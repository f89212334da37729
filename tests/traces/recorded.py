"""Recorded runs as events, and spans as lines that a person can read."""

from pathlib import Path

import msgspec

from interlock.domain.events import Event
from interlock.traces.span import Trace
from interlock.traces.trace import trace_of

FOLDER = Path(__file__).parent.parent / "fixtures" / "runs"
NAMES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


def events_of(name: str) -> list[Event]:
    lines = (FOLDER / f"{name}.jsonl").read_bytes().splitlines()
    return [msgspec.json.decode(line, type=Event) for line in lines]


def recorded(name: str) -> Trace:
    events = events_of(name)
    return trace_of(events, events[-1].time)


def lines_of(trace: Trace) -> list[str]:
    """``run kind name, from+length status outcome error``: times in ms since the turn began."""
    since = trace.spans[0].start
    return [
        f"{span.run_id} {span.name}, {span.start - since}"
        + ("…" if span.end is None else f"+{span.end - span.start}")
        + f" {span.status} {span.outcome}".rstrip()
        + (f" ({span.error})" if span.error else "")
        for span in trace.spans
    ]
