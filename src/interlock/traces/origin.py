"""The span of a run, for whoever speaks of it to others."""

from interlock.domain.events import RunStarted
from interlock.ports import Reader
from interlock.traces.here import Here
from interlock.traces.ids import run_span, trace_id_of


def origin(reader: Reader, run_id: str) -> Here | None:
    """The span of a run, in the trace of its turn; None when there is no such run."""
    run = reader.run(run_id)
    if run is None:
        return None
    first = reader.turn_runs(run.turn_id)[0]
    begun = reader.events(first.id, 0, 1)
    fact = begun[0].data if begun else None
    if not isinstance(fact, RunStarted):
        return Here(trace_id_of(run.turn_id), run_span(run_id))
    trace_id = trace_id_of(run.turn_id, fact.traceparent)
    return Here(trace_id, run_span(run_id), fact.tracestate)
