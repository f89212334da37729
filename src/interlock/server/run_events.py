"""The events of a run: a page as JSON, or a stream that goes on until the run ends."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from msgspec import Struct

from interlock.domain.events import Event
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.records import Run
from interlock.ports import Feed, Reader
from interlock.server.asgi import Reply
from interlock.server.call import Call, whole
from interlock.server.owned import own_run
from interlock.server.problems import Unacceptable
from interlock.server.route import Query, Route
from interlock.server.shown import frame, shown_raw
from interlock.server.stream import EventStream

PAGE = 1000


class EventPage(Struct, frozen=True):
    """Events in order. ``last_seq`` is the cursor to go on with; ``over``: no more will come."""

    events: Sequence[Event]
    last_seq: int
    over: bool


async def run_events(call: Call) -> Reply | EventStream:
    """The events with ``seq`` greater than ``after``; as a stream when the client accepts one."""
    run_id = call.path("run_id")
    after = _cursor(call)
    if call.accepts("text/event-stream"):
        run = await call.parts.store.read(lambda reader: own_run(reader, call.principal, run_id))
        _refuse_ahead(after, run)
        if run.status in RUN_OVER and after == run.last_seq:
            return Reply(status=204, headers=())
        return EventStream(_frames(call.parts.feed, run_id, after))
    limit = call.number("limit", PAGE, 1, PAGE)

    def read(reader: Reader) -> tuple[Run, list[bytes]]:
        run = own_run(reader, call.principal, run_id)
        _refuse_ahead(after, run)
        return run, reader.raw_events(run_id, after, limit)

    run, raws = await call.parts.store.read(read)
    last = after + len(raws)
    over = b"true" if run.status in RUN_OVER and last >= run.last_seq else b"false"
    events = b",".join(shown_raw(raw) for raw in raws)
    body = b'{"events":[%b],"last_seq":%d,"over":%b}' % (events, last, over)
    return Reply(body)


async def _frames(feed: Feed, run_id: str, after: int) -> AsyncGenerator[bytes]:
    async with aclosing(feed.follow(run_id, after)) as batches:
        async for batch in batches:
            yield b"".join([frame(event) for event in batch])


def _cursor(call: Call) -> int:
    last = call.header("last-event-id")
    if last:
        return whole(last, "Last-Event-ID")
    return call.number("after", 0)


def _refuse_ahead(after: int, run: Run) -> None:
    if after > run.last_seq:
        text = "The run has no such event yet. Begin again without a cursor."
        raise Unacceptable(400, "bad_cursor", text)


ROUTES = (
    Route(
        method="GET",
        path="/v1/runs/{run_id}/events",
        handler=run_events,
        summary="The events of a run, as a page or, with Accept: text/event-stream, as a stream.",
        response=EventPage,
        errors=(404,),
        query=(
            Query("after", "Only events with a greater seq.", "integer"),
            Query("limit", "How many at most; a page only.", "integer"),
        ),
        streams=True,
    ),
)
