"""The trace of a run: the whole turn that it belongs to, as spans."""

from interlock.ports import Reader
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.owned import own_run
from interlock.server.route import Route
from interlock.traces.exporter import turn_events
from interlock.traces.span import Trace
from interlock.traces.trace import trace_of


async def show_trace(call: Call) -> Reply:
    """The trace of the turn that a run belongs to, as far as it is."""
    run_id = call.path("run_id")

    def read(reader: Reader) -> Trace:
        run = own_run(reader, call.principal, run_id)
        decided = {
            question.interrupt.id: question.decision
            for question in reader.turn_questions(run.turn_id)
            if question.decision is not None
        }
        return trace_of(turn_events(reader, run.turn_id), call.parts.clock.now(), decided)

    return json_reply(await call.parts.store.read(read))


ROUTES = (
    Route(
        method="GET",
        path="/v1/runs/{run_id}/trace",
        handler=show_trace,
        summary="The turn of a run as spans: times, waits, tokens and cost.",
        response=Trace,
        errors=(404,),
    ),
)
