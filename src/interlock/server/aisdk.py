"""The AI SDK's UI message stream over HTTP: chat, resume, stop, and the messages after a reload.

A chat is a thread. What a client posts is measured against the store: only a new message, answers
to open questions, an edit and a regeneration have an effect. Errors before a stream are a line of
plain text, for that is what the client shows.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, assert_never

from msgspec import json
from msgspec.structs import replace

from interlock.commands.answer import Answer as OneAnswer
from interlock.commands.answer import Answers
from interlock.commands.begin import Begin
from interlock.domain.agents import Agent
from interlock.domain.events import Event, Noted
from interlock.domain.ids import new_id
from interlock.domain.principals import Principal
from interlock.domain.records import Run, Thread
from interlock.errors import Conflict, NotFound, Refusal
from interlock.ports import FactPage, Reader
from interlock.server.aisdk_turn import Show, finished, follow
from interlock.server.asgi import Reply, json_reply
from interlock.server.body import parse
from interlock.server.call import Call
from interlock.server.problems import Unacceptable, status_of
from interlock.server.route import Handler, Query, Route
from interlock.server.stream import EventStream
from interlock.wires.aisdk.answers import Given
from interlock.wires.aisdk.frames import HEADERS
from interlock.wires.aisdk.intent import Answer, Intent, Look, Say, read_intent
from interlock.wires.aisdk.known import Known, know
from interlock.wires.aisdk.message import ui_messages
from interlock.wires.aisdk.request import ChatRequest, read_request

CHANNEL = "aisdk"
"""What the log calls this door."""

STOP_SECONDS = 5.0
"""How long a stop waits for the run to end; it is stopped in any case."""

_MOVED = frozenset({"run_active", "interrupt_resolved", "run_exists"})
"""Conflicts that another request of the same client may have caused a moment ago."""

_NOTED = "ignored"

MOST_TURNS = 1000

EARLIER = b"x-interlock-earlier"
"""Sent with a part of a chat when there is more before it: the ``before`` of the next request."""


async def chat(call: Call) -> Reply | EventStream:
    """Take a post, and stream the message that comes of it."""
    agent = _agent(call)
    request = read_request(parse(await call.body(), call.parts.bounds.json_depth))
    try:
        show = await _take(call, agent, request)
    except Conflict as conflict:
        if conflict.code not in _MOVED:
            raise
        show = await _take(call, agent, request, conflict)
    if call.accepts("application/json") and not call.accepts("text/event-stream"):
        return await finished(call, show.turn_id)
    return EventStream(follow(call, show), HEADERS)


async def resume(call: Call) -> Reply | EventStream:
    """Replay the message that is being written, from its first chunk, and follow it."""
    run = await _active(call)
    if run is None:
        return Reply(status=204, headers=())
    return EventStream(follow(call, Show(turn_id=run.turn_id)), HEADERS)


async def stop(call: Call) -> Reply:
    """Stop what is being written. What was written stays."""
    run = await _active(call)
    if run is None:
        return json_reply({"stopped": False})
    await call.parts.desk.cancel(call.principal, run.id, "")
    await finished(call, run.turn_id, STOP_SECONDS)
    return json_reply({"stopped": True, "runId": run.id})


async def messages(call: Call) -> Reply:
    """The chat as UI messages, for the ``messages`` of a client that was reloaded.

    Whole, or its last turns; then a header names the turn before which there are more.
    """
    turns = call.number("turns", 0, 0, MOST_TURNS)
    if turns == 0:
        events, _ = await call.parts.store.read(lambda reader: _read(reader, call, call.path("id")))
        return json_reply(ui_messages(events))
    before = call.query("before") or ""

    def read(reader: Reader) -> FactPage:
        thread_id = call.path("id")
        mine = _is_of(reader.thread(thread_id), call.principal)
        return reader.thread_page(thread_id, turns, before) if mine else FactPage()

    page = await call.parts.store.read(read)
    told = json_reply(ui_messages(page.events, page.turns))
    return (
        replace(told, headers=(*told.headers, (EARLIER, page.turns[0].encode())))
        if page.more
        else told
    )


def _agent(call: Call) -> Agent:
    agent = call.parts.agents.get(call.path("agent"))
    if agent is None:
        raise NotFound("There is no such agent.", "agent_not_found")
    return agent


def _is_of(thread: Thread | None, who: Principal) -> bool:
    return thread is not None and (thread.tenant, thread.user) == (who.tenant, who.user)


def _read(reader: Reader, call: Call, thread_id: str) -> tuple[list[Event], Known]:
    """A thread as its owner sees it. Somebody else's is as empty as one that does not exist."""
    if not _is_of(reader.thread(thread_id), call.principal):
        return [], Known()
    events = reader.thread_facts(thread_id)
    waiting = (question.interrupt.id for question in reader.open_questions(thread_id))
    return events, know(events, waiting)


async def _active(call: Call) -> Run | None:
    def read(reader: Reader) -> Run | None:
        thread_id = call.path("id")
        mine = _is_of(reader.thread(thread_id), call.principal)
        return reader.active_run(thread_id) if mine else None

    return await call.parts.store.read(read)


async def _take(
    call: Call, agent: Agent, request: ChatRequest, conflict: Conflict | None = None
) -> Show:
    """Do what a post asks for. ``conflict`` is what stood in the way the first time."""
    _, known = await call.parts.store.read(lambda reader: _read(reader, call, request.id))
    intent: Intent = read_intent(request, known, new_id("msg"))
    notes = tuple(Noted(code=_NOTED, text=f"Ignored {what}.") for what in intent.notes)
    match intent:
        case Say():
            again = await _same_run(call, request, intent) if conflict is not None else None
            return again or await _say(call, agent, request, intent, notes)
        case Answer():
            return await _answer(call, request, known, intent, notes)
        case Look(turn_id=turn_id):
            return Show(turn_id=turn_id, notes=notes)
        case _:
            assert_never(intent)


async def _say(
    call: Call, agent: Agent, request: ChatRequest, intent: Say, notes: tuple[Noted, ...]
) -> Show:
    message = intent.message
    key = f"{CHANNEL}/{request.id}/{intent.replaces}/{message.id}"
    order = Begin(
        principal=call.principal,
        agent=agent.name,
        message=message,
        thread_id=request.id,
        channel=CHANNEL,
        on_open=agent.on_new_message or "supersede",
        replaces=intent.replaces,
        key=(key, sha256(json.encode(message)).hexdigest()),
        notes=notes,
        traceparent=call.traceparent,
        tracestate=call.tracestate,
    )
    begun = await call.parts.desk.begin(order)
    return Show(turn_id=begun.run.turn_id)


async def _same_run(call: Call, request: ChatRequest, intent: Say) -> Show | None:
    """The running turn, when it is the one that this request would begin once more."""

    def read(reader: Reader) -> Run | None:
        active = reader.active_run(request.id)
        return active if active is not None and active.turn_id == intent.replaces else None

    run = await call.parts.store.read(read)
    return None if run is None else Show(turn_id=run.turn_id)


async def _answer(
    call: Call,
    request: ChatRequest,
    known: Known,
    intent: Answer,
    notes: tuple[Noted, ...],
) -> Show:
    """Take the answers; show what comes after the questions that the client has on its screen."""
    reading = intent.reading
    if reading.given:
        await call.parts.desk.answer(_order(call, request, reading.given))
    asked_in = {known.asked[one].run_id for one in reading.shown}

    def read(reader: Reader) -> tuple[list[Run], bool]:
        questions = reader.turn_questions(intent.turn_id)
        return reader.turn_runs(intent.turn_id), any(one.status == "open" for one in questions)

    runs, waits = await call.parts.store.read(read)
    seen = max((place for place, run in enumerate(runs, 1) if run.id in asked_in), default=0)
    if not waits and seen in {0, len(runs)}:
        text = "Nothing waits for an answer here any more. Write a new message."
        raise Conflict(text, "nothing_to_continue")
    return Show(turn_id=intent.turn_id, seen=seen or len(runs), told=reading.told, notes=notes)


def _order(call: Call, request: ChatRequest, given: Sequence[Given]) -> Answers:
    answers = [
        OneAnswer(
            interrupt_id=one.interrupt_id,
            value=one.value,
            abandon=one.abandon,
            digest=one.digest,
        )
        for one in given
    ]
    return Answers(principal=call.principal, answers=answers, channel=CHANNEL, thread_id=request.id)


def _in_words(handler: Handler) -> Handler:
    """A handler whose refusals are one line of plain text."""

    async def answer(call: Call) -> Reply | EventStream:
        try:
            return await handler(call)
        except Refusal as refusal:
            more = refusal.headers if isinstance(refusal, Unacceptable) else ()
            kind = (b"content-type", b"text/plain; charset=utf-8")
            headers = (kind, (b"x-interlock-code", refusal.code.encode()), *more)
            return Reply(refusal.text.encode(), status_of(refusal), headers)

    return answer


ROUTES = (
    Route(
        method="POST",
        path="/api/chat/{agent}",
        handler=_in_words(chat),
        summary="Chat over the AI SDK's UI message stream; Accept: application/json for the whole.",
        body=dict[str, Any],
        errors=(404, 409, 410, 413, 415, 422),
        streams=True,
    ),
    Route(
        method="GET",
        path="/api/chat/{agent}/{id}/stream",
        handler=_in_words(resume),
        summary="The message that is being written, from its first chunk; 204 when there is none.",
        streams=True,
    ),
    Route(
        method="POST",
        path="/api/chat/{agent}/{id}/stop",
        handler=_in_words(stop),
        summary="Stop the message that is being written.",
        response=dict[str, Any],
    ),
    Route(
        method="GET",
        path="/api/chat/{agent}/{id}/messages",
        handler=_in_words(messages),
        summary="The chat as UI messages; whole, or its last turns.",
        query=(
            Query("turns", "How many turns at most, 1000 or fewer; 0: all of them.", "integer"),
            Query("before", "The x-interlock-earlier of the part that is there already."),
        ),
        response=list[dict[str, Any]],
    ),
)
