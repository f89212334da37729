"""Native runs: begin, list, look, stop."""

import asyncio
import contextlib
import re
from contextlib import aclosing
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from interlock.commands.begin import Begin
from interlock.domain.cursor import Cursor
from interlock.domain.events import ModelEnded, Spoken
from interlock.domain.interrupts import Question
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.messages import text_of
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.domain.rights import may_see
from interlock.errors import NotFound
from interlock.ports import Reader
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.message_in import MessageIn, user_message
from interlock.server.owned import own_run
from interlock.server.problems import Unacceptable
from interlock.server.route import Query, Route
from interlock.server.sought import SEEKING, sought_runs

PAGE = 50
MOST = 200
TAIL = 100
_KEY = re.compile(r"[\x21-\x7e]{1,255}\Z")
_WAIT = re.compile(r"(?:^|[,;\s])wait=(\d{1,5})(?:[,;\s]|\Z)", re.ASCII)


class NewRun(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What begins a run.

    Args:
        agent: Who answers.
        message: What the person says: words, or parts with words and inline files.
        thread_id: The conversation; empty begins one.
        run_id: Your own id for the run; empty makes one.
        message_id: Your own id for the message; empty makes one.
        on_new_message: What happens to open questions of the thread; empty leaves it to the agent,
            and an agent that says nothing refuses.
        replaces: A turn that this one takes the place of, with all later ones.
    """

    agent: str
    message: str | MessageIn
    thread_id: str = ""
    run_id: str = ""
    message_id: str = ""
    on_new_message: Literal["supersede", "refuse", ""] = ""
    replaces: str = ""


class Cancel(Struct, frozen=True, forbid_unknown_fields=True):
    """Why a run is to stop, in a person's words."""

    reason: str = ""


class RunList(Struct, frozen=True):
    """Runs, newest first. ``before`` asks for older ones; None when there are none."""

    runs: list[Run]
    before: str | None = None


class RunView(Struct, frozen=True):
    """A run, what it waits for, and its last words."""

    run: Run
    open: list[Question]
    text: str = ""


async def begin_run(call: Call) -> Reply:
    """Begin a run; with ``Prefer: wait=SECONDS`` answer when it has ended."""
    key = _idempotency_key(call)
    body = await call.body()
    order = call.decode(body, NewRun)
    agent = call.parts.agents.get(order.agent)
    if agent is None:
        raise NotFound("There is no such agent. GET /v1/agents lists them.", "agent_not_found")
    begin = Begin(
        principal=call.principal,
        agent=order.agent,
        message=user_message(order.message, order.message_id),
        thread_id=order.thread_id,
        run_id=order.run_id,
        channel=call.channel,
        on_open=order.on_new_message or agent.on_new_message or "refuse",
        replaces=order.replaces,
        key=None if key is None else (key, sha256(body).hexdigest()),
        traceparent=call.traceparent,
        tracestate=call.tracestate,
    )
    seconds = _wait(call)
    if not seconds:
        run = (await call.parts.desk.begin(begin)).run
    else:
        with call.places.take(call.principal):
            run = (await call.parts.desk.begin(begin)).run
            run = await _ended(call, run, seconds)
    where = (b"location", f"/v1/runs/{run.id}".encode())
    return json_reply(run, 200 if run.status in RUN_OVER else 202, (where,))


async def list_runs(call: Call) -> Reply:
    """The caller's runs."""
    limit = call.number("limit", PAGE, 1, MOST)
    before = call.cursor()
    thread_id = call.query("thread_id")
    sought = sought_runs(call, limit, before)
    if thread_id is not None or sought is None:
        runs = await call.parts.store.read(
            lambda reader: reader.runs(call.principal, thread_id, limit, before)
        )
        return json_reply(RunList(runs, _older(runs, limit)))
    runs = await call.parts.store.read(lambda reader: reader.figures.runs(call.principal, sought))
    return json_reply(RunList(runs, _older(runs, limit, ended=sought.mark is not None)))


async def show_run(call: Call) -> Reply:
    """One run."""
    run_id = call.path("run_id")
    return json_reply(
        await call.parts.store.read(lambda reader: _view(reader, call.principal, run_id))
    )


async def cancel_run(call: Call) -> Reply:
    """Ask for a stop. A run that is over stays as it is."""
    order = await call.read(Cancel, Cancel())
    run = await call.parts.desk.cancel(call.principal, call.path("run_id"), order.reason)
    return json_reply(run, 200 if run.status in RUN_OVER else 202)


def _view(reader: Reader, principal: Principal, run_id: str) -> RunView:
    run = own_run(reader, principal, run_id)
    questions = [
        question
        for question in reader.turn_questions(run.turn_id)
        if question.status == "open" and may_see(principal, question.interrupt)
    ]
    return RunView(run, questions, _last_words(reader, run))


def _last_words(reader: Reader, run: Run) -> str:
    """The text of the last message of a run that is over."""
    if run.status not in RUN_OVER:
        return ""
    for event in reversed(reader.events(run.id, max(0, run.last_seq - TAIL))):
        if isinstance(event.data, ModelEnded | Spoken):
            return text_of(event.data.message)
    return ""


def _idempotency_key(call: Call) -> str | None:
    key = call.header("idempotency-key")
    if key is not None and not _KEY.match(key):
        text = "An Idempotency-Key has 1 to 255 visible ASCII characters."
        raise Unacceptable(400, "bad_idempotency_key", text)
    return key


def _wait(call: Call) -> float:
    found = _WAIT.search(call.header("prefer") or "")
    return 0.0 if found is None else min(float(found[1]), call.parts.bounds.wait_seconds)


async def _ended(call: Call, run: Run, seconds: float) -> Run:
    """The run when it has ended, or as it is when its time is over, the client left or we stop."""
    stopping = asyncio.Event()
    with contextlib.suppress(TimeoutError), call.places.known(stopping.set):
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as group:
            waits = [
                group.create_task(_end(call, run.id)),
                group.create_task(call.left()),
                group.create_task(_set(stopping)),
            ]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
    return await call.parts.store.read(lambda reader: reader.run(run.id)) or run


async def _set(event: asyncio.Event) -> None:
    await event.wait()


async def _end(call: Call, run_id: str) -> None:
    async with aclosing(call.parts.feed.follow(run_id)) as batches:
        async for _ in batches:
            pass


def _older(runs: list[Run], limit: int, *, ended: bool = False) -> str | None:
    if len(runs) < limit:
        return None
    last = runs[-1]
    return str(Cursor(last.ended_at if ended else last.created_at, last.id))


ROUTES = (
    Route(
        method="POST",
        path="/v1/runs",
        handler=begin_run,
        summary="Begin a run. Headers: Idempotency-Key; Prefer: wait=SECONDS answers at its end.",
        body=NewRun,
        response=Run,
        status=202,
        errors=(404, 409, 413, 415, 422),
    ),
    Route(
        method="GET",
        path="/v1/runs",
        handler=list_runs,
        summary="The caller's runs, newest first.",
        response=RunList,
        query=(
            Query("thread_id", "Only runs of this thread."),
            *SEEKING,
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "What the page before said, or a time in ms since the epoch."),
        ),
    ),
    Route(
        method="GET",
        path="/v1/runs/{run_id}",
        handler=show_run,
        summary="One run, what its turn waits for, and its last words.",
        response=RunView,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/runs/{run_id}/cancel",
        handler=cancel_run,
        summary="Ask for a stop; a run that is over stays as it is.",
        body=Cancel,
        response=Run,
        status=202,
        errors=(404, 413, 415, 422),
    ),
)
