"""AG-UI over HTTP: one POST begins, answers or looks, and follows the run that comes of it.

What is wrong with the request itself is an HTTP problem; an answer that does not count is a stream
that ends with RUN_ERROR, for then the client keeps its questions (AG-UI 1.0, http-sse).
"""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, assert_never

from msgspec import Struct

from interlock.commands.answer import Answer, Answers
from interlock.commands.begin import Begin
from interlock.domain.agents import Agent
from interlock.domain.events import Event, Noted
from interlock.domain.lifecycle import RUN_OVER
from interlock.domain.principals import Principal
from interlock.domain.records import Run
from interlock.errors import Conflict, NotFound, Refusal
from interlock.ports import Reader
from interlock.server.asgi import Reply as Response
from interlock.server.asgi import json_reply
from interlock.server.body import parse
from interlock.server.call import Call
from interlock.server.route import Route
from interlock.server.stream import EventStream
from interlock.wires.agui.capabilities import capabilities
from interlock.wires.agui.plan import AskAgain, Attach, Known, Reply, Rest, Say, plan
from interlock.wires.agui.post import Post, read_post
from interlock.wires.agui.still import as_it_stands, asked_again, refused
from interlock.wires.agui.translate import Opening, Translator

CHANNEL = "agui"
"""What the log calls this door."""


class View(Struct, frozen=True):
    """What is stored about the thread of a request."""

    events: Sequence[Event]
    known: Known


async def run_agent(call: Call) -> EventStream:
    """Take an input, and stream what comes of it."""
    agent = _agent(call)
    post = read_post(parse(await call.body(), call.parts.bounds.json_depth))
    view = await _look(call, post)
    todo = plan(post, view.known, agent)
    match todo:
        case Say():
            return await _say(call, agent, post, view, todo)
        case Reply():
            return await _reply(call, post, view, todo)
        case AskAgain(notes=notes) | Rest(notes=notes):
            return _still(post, view, notes)
        case Attach(run=run, notes=notes):
            return _follow(call, post, view, run, notes)
        case _:
            assert_never(todo)


async def show_capabilities(call: Call) -> Response:
    """What the agent can do, in AG-UI's words."""
    return json_reply(capabilities(_agent(call)))


def _agent(call: Call) -> Agent:
    agent = call.parts.agents.get(call.path("agent"))
    if agent is None:
        raise NotFound("There is no such agent. GET /v1/agents lists them.", "agent_not_found")
    return agent


async def _look(call: Call, post: Post) -> View:
    return await call.parts.store.read(lambda reader: _view(reader, call.principal, post))


def _view(reader: Reader, who: Principal, post: Post) -> View:
    """The thread as its owner may see it; to anybody else it does not exist."""
    if reader.run(post.run_id) is not None:
        raise Conflict("A run of this id exists. Use a new id for each run.", "run_exists")
    thread = reader.thread(post.thread_id)
    if thread is None:
        return View((), Known())
    if (thread.tenant, thread.user) != (who.tenant, who.user):
        raise NotFound("There is no such thread.", "thread_not_found")
    events = reader.thread_facts(thread.id)
    named = (reader.question(name) for name in {entry.interrupt_id for entry in post.resume})
    known = Known(
        facts=[event.data for event in events],
        named=[
            question
            for question in named
            if question is not None and question.interrupt.thread_id == thread.id
        ],
        open=reader.open_questions(thread.id),
        active=reader.active_run(thread.id),
    )
    return View(events, known)


async def _say(call: Call, agent: Agent, post: Post, view: View, todo: Say) -> EventStream:
    order = Begin(
        principal=call.principal,
        agent=agent.name,
        message=todo.message,
        thread_id=post.thread_id,
        run_id=post.run_id,
        channel=CHANNEL,
        on_open="supersede" if todo.supersede else "refuse",
        notes=todo.notes,
        traceparent=call.traceparent,
        tracestate=call.tracestate,
    )
    begun = await call.parts.desk.begin(order)
    opening = Opening(past=view.known.facts, snapshot=todo.snapshot)
    return _stream(call, begun.run, Translator(post.stream, opening))


async def _reply(call: Call, post: Post, view: View, todo: Reply) -> EventStream:
    """Answer; then follow the run that goes on, or show what is open now."""
    order = Answers(
        principal=call.principal,
        answers=[
            Answer(
                interrupt_id=entry.interrupt_id,
                value=value,
                abandon=entry.status == "cancelled",
                digest=entry.digest,
            )
            for _, entry, value in todo.answers
        ],
        channel=CHANNEL,
        run_id=post.run_id,
        thread_id=post.thread_id,
    )
    try:
        taken = await call.parts.desk.answer(order)
    except Refusal as refusal:
        if refusal.code == "run_exists":
            raise
        return EventStream(_once(refused(post.stream, refusal.text, refusal.code, refusal.data)))
    run = taken.run
    if run is not None and (not taken.repeated or run.status not in RUN_OVER):
        return _follow(call, post, view, run, todo.notes)
    return await _shown_now(call, post, todo.notes)


async def _shown_now(call: Call, post: Post, notes: Sequence[Noted]) -> EventStream:
    view = await _look(call, post)
    return _still(post, view, notes)


def _still(post: Post, view: View, notes: Sequence[Noted]) -> EventStream:
    facts, waiting = view.known.facts, [one.interrupt for one in view.known.open]
    if waiting:
        return EventStream(_once(asked_again(post.stream, facts, notes, waiting)))
    return EventStream(_once(as_it_stands(post.stream, facts, notes)))


def _follow(call: Call, post: Post, view: View, run: Run, notes: Sequence[Noted]) -> EventStream:
    """A run of the thread from its beginning, after the messages that came before it."""
    past = [event.data for event in view.events if event.run_id != run.id]
    opening = Opening(past=past, snapshot=True, notes=notes)
    return _stream(call, run, Translator(post.stream, opening))


def _stream(call: Call, run: Run, translator: Translator) -> EventStream:
    return EventStream(_frames(call, run.id, translator))


async def _frames(call: Call, run_id: str, translator: Translator) -> AsyncGenerator[bytes]:
    async with aclosing(call.parts.feed.follow(run_id)) as batches:
        async for batch in batches:
            yield translator.feed(batch)


async def _once(chunk: bytes) -> AsyncGenerator[bytes]:
    yield chunk


ROUTES = (
    Route(
        method="POST",
        path="/agui/{agent}",
        handler=run_agent,
        summary="Run an agent over AG-UI: a RunAgentInput in, an event stream out.",
        body=dict[str, Any],
        errors=(404, 409, 422),
        streams=True,
    ),
    Route(
        method="GET",
        path="/agui/{agent}/capabilities",
        handler=show_capabilities,
        summary="What an agent can do, as AG-UI's AgentCapabilities.",
        response=dict[str, Any],
        errors=(404,),
    ),
)
