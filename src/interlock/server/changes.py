"""A stream that says when something changed: a question opened or closed, a run began or ended.

It carries no content, only the reason to look again, so that an inbox or a list in another tab is
never older than a second. The store is asked, not the bus: any replica can answer.
"""

from collections.abc import AsyncGenerator

from msgspec import Struct, json

from interlock.domain.principals import Principal
from interlock.ports import Reader, Wanted
from interlock.server.asgi import Reply
from interlock.server.call import Call
from interlock.server.parts import ServerParts
from interlock.server.route import Route
from interlock.server.stream import EventStream

PAUSE_SECONDS = 0.7
"""Between two looks."""

MOST_QUESTIONS = 200
RECENT_RUNS = 20


class Changes(Struct, frozen=True):
    """What stands now: the open questions by id, newest first, and a mark that any news moves."""

    open: list[str]
    mark: str


async def changes(call: Call) -> Reply | EventStream:
    """Say what stands, and say it again whenever it is different."""
    return EventStream(_frames(call.parts, call.principal))


async def _frames(parts: ServerParts, principal: Principal) -> AsyncGenerator[bytes]:
    told: Changes | None = None
    while True:
        now = await parts.store.read(lambda reader: _look(reader, principal))
        if now != told:
            told = now
            yield b"event: changes\ndata: " + json.encode(now) + b"\n\n"
        await parts.clock.sleep(PAUSE_SECONDS)


def _look(reader: Reader, principal: Principal) -> Changes:
    waiting = reader.questions(principal, Wanted(status="open", limit=MOST_QUESTIONS))
    threads = reader.threads(principal, 1, None)
    runs = reader.runs(principal, None, RECENT_RUNS, None)
    updated = threads[0].updated_at if threads else 0
    active = sum(run.status in {"queued", "running"} for run in runs)
    ended = max((run.ended_at for run in runs), default=0)
    newest = runs[0].id if runs else ""
    mark = f"{updated}.{active}.{ended}.{newest}"
    return Changes([question.interrupt.id for question in waiting], mark)


ROUTES = (
    Route(
        method="GET",
        path="/v1/changes",
        handler=changes,
        summary="A stream that says when questions, runs or threads changed.",
        streams=True,
    ),
)
