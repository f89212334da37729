"""Begin a run with a person's message."""

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from interlock.domain import results
from interlock.domain.events import Fact, InterruptClosed, Noted, RunStarted, ToolEnded
from interlock.domain.fold import fold
from interlock.domain.ids import is_id, new_id
from interlock.domain.interrupts import Decision, Question
from interlock.domain.messages import UserMessage
from interlock.domain.principals import Principal
from interlock.domain.records import Replay, Run, Thread
from interlock.domain.state import Settlement
from interlock.errors import Conflict, Invalid, NotFound
from interlock.ports import Tx


class Begin(Struct, frozen=True, kw_only=True):
    """A new message for an agent.

    Args:
        principal: Who sends it.
        agent: Which agent answers.
        message: What they say.
        thread_id: The conversation; empty makes a new one. A new id of the client's own is kept.
        run_id: A client's own id for the run; empty makes one.
        channel: Through which door it came.
        on_open: What happens to open questions of the thread.
        replaces: A turn that this one takes the place of, with all later ones.
        key: An idempotency key, and the digest of the request it stands for.
        notes: What the door that took the request has to say about it.
        traceparent: The caller's span, as W3C has it; empty for none.
        tracestate: What comes with it from other tracing systems.
    """

    principal: Principal
    agent: str
    message: UserMessage
    thread_id: str = ""
    run_id: str = ""
    channel: str = "api"
    on_open: Literal["supersede", "refuse"] = "refuse"
    replaces: str = ""
    key: tuple[str, str] | None = None
    notes: tuple[Noted, ...] = ()
    traceparent: str = ""
    tracestate: str = ""


class Begun(Struct, frozen=True):
    """A run that waits for a worker, or (``repeated``) the one that the same request got before."""

    run: Run
    repeated: bool = False


def begin(tx: Tx, order: Begin, now: int, make_id: Callable[[str], str] = new_id) -> Begun:
    """Store the message and its run.

    Raises:
        NotFound: The thread belongs to somebody else.
        Conflict: ``run_exists``, ``run_active`` or ``run_waiting`` (with the open questions).
        Invalid: An id is no id, the turn to replace is not the thread's, or an idempotency key came
            with another request.
    """
    earlier = _replayed(tx, order)
    if earlier is not None:
        return Begun(earlier, repeated=True)
    thread = _thread(tx, order, now, make_id)
    _refuse_if_busy(tx, order, thread)
    closing = _close_open(tx, order, thread, now)
    if order.replaces:
        _hide(tx, thread, order.replaces)
    run = _insert(tx, order, thread, now, make_id)
    _append_start(tx, order, run, closing, now)
    return Begun(run)


def _scope(principal: Principal) -> str:
    return f"{principal.tenant}/{principal.user}/begin"


def _replayed(tx: Tx, order: Begin) -> Run | None:
    if order.key is None:
        return None
    key, digest = order.key
    replay = tx.replay(_scope(order.principal), key)
    if replay is None:
        return None
    if replay.body_digest != digest:
        text = "This Idempotency-Key came with another request before. Use a new key."
        raise Invalid(text, "idempotency_mismatch")
    return tx.run(replay.subject)


def _thread(tx: Tx, order: Begin, now: int, make_id: Callable[[str], str]) -> Thread:
    if order.thread_id and not is_id(order.thread_id):
        raise Invalid("A thread id has 1 to 128 letters, digits, '-', '_', '.' or ':'.", "bad_id")
    found = tx.thread(order.thread_id) if order.thread_id else None
    who = order.principal
    if found is None:
        thread = Thread(
            id=order.thread_id or make_id("thread"),
            tenant=who.tenant,
            user=who.user,
            agent=order.agent,
            created_at=now,
            updated_at=now,
        )
        tx.put_thread(thread)
        return thread
    if found.deleted_at or (found.tenant, found.user) != (who.tenant, who.user):
        raise NotFound("There is no such thread.", "thread_not_found")
    return found


def _refuse_if_busy(tx: Tx, order: Begin, thread: Thread) -> None:
    if order.run_id and not is_id(order.run_id):
        raise Invalid("A run id has 1 to 128 letters, digits, '-', '_', '.' or ':'.", "bad_id")
    if order.run_id and tx.run(order.run_id) is not None:
        raise Conflict("A run of this id exists. Use a new id for each run.", "run_exists")
    active = tx.active_run(thread.id)
    if active is not None:
        text = "This thread is working on another message. Wait for it, or cancel it."
        raise Conflict(text, "run_active", {"run_id": active.id})


def _close_open(tx: Tx, order: Begin, thread: Thread, now: int) -> list[Fact]:
    """Refuse because of open questions, or close them and the calls of their turn."""
    questions = tx.open_questions(thread.id)
    if not questions:
        return []
    if order.on_open == "refuse":
        text = "This thread waits for answers. Answer the open questions first, or supersede them."
        waiting = [question.interrupt.id for question in questions]
        raise Conflict(text, "run_waiting", {"interrupts": waiting})
    by, reason = order.principal.user, "a newer message"
    decision = Decision(status="superseded", by=by, at=now, channel=order.channel, reason=reason)
    facts: list[Fact] = [
        _closed(question, decision)
        for question in questions
        if tx.decide(question.interrupt.id, decision)
    ]
    for turn_id in {question.interrupt.turn_id for question in questions}:
        facts += _superseded_calls(tx, turn_id, reason)
    return facts


def _hide(tx: Tx, thread: Thread, turn_id: str) -> None:
    if not any(run.thread_id == thread.id for run in tx.turn_runs(turn_id)):
        raise Invalid("The thread has no such turn. Replace one of its own.", "unknown_turn")
    tx.hide_turns(thread.id, turn_id)


def _closed(question: Question, decision: Decision) -> InterruptClosed:
    asked = question.interrupt
    return InterruptClosed(interrupt_id=asked.id, decision=decision, call_id=asked.call_id)


def _superseded_calls(tx: Tx, turn_id: str, reason: str) -> list[ToolEnded]:
    """End every call of the turn that has no result, also those that were already approved."""
    events = [event for run in tx.turn_runs(turn_id) for event in tx.events(run.id)]
    result = results.settled(Settlement("superseded", reason))
    return [
        ToolEnded(call_id=call.id, name=call.name, kind="superseded", code="decided", result=result)
        for call in fold(events).pending()
    ]


def _insert(tx: Tx, order: Begin, thread: Thread, now: int, make_id: Callable[[str], str]) -> Run:
    run_id = order.run_id or make_id("run")
    run = Run(
        id=run_id,
        tenant=thread.tenant,
        user=thread.user,
        thread_id=thread.id,
        turn_id=make_id("turn"),
        agent=order.agent,
        status="queued",
        created_at=now,
        channel=order.channel,
        key=order.principal.key,
    )
    tx.insert_run(run)
    if order.key is not None:
        key, digest = order.key
        tx.remember(_scope(order.principal), key, Replay(digest, "run", run_id), now)
    return run


def _append_start(tx: Tx, order: Begin, run: Run, closing: list[Fact], now: int) -> None:
    start = RunStarted(
        thread_id=run.thread_id,
        turn_id=run.turn_id,
        agent=run.agent,
        tenant=run.tenant,
        user=run.user,
        message=order.message,
        replaces=order.replaces,
        channel=order.channel,
        key=run.key,
        traceparent=order.traceparent,
        tracestate=order.tracestate,
    )
    tx.append(run.id, [start, *order.notes, *closing], now)
