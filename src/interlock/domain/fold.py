"""``fold``: events in, state out. Pure: the same events always give the same state."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from interlock.domain.events import (
    Event,
    Fact,
    InterruptClosed,
    InterruptOpened,
    ModelDelta,
    ModelEnded,
    ModelFailed,
    ModelHeld,
    ModelStarted,
    Noted,
    RunEnded,
    RunStarted,
    Shown,
    Spoken,
    ToolEnded,
    ToolJudged,
    ToolProgressed,
    ToolStarted,
)
from interlock.domain.lifecycle import move_call
from interlock.domain.messages import calls_of
from interlock.domain.model import CUT
from interlock.domain.settle import settle
from interlock.domain.state import CallState, InFlight, Streak, Tally, TurnState
from interlock.domain.usage import NO_USAGE, add

FAILURES: frozenset[str] = frozenset({"failed", "timed_out", "invalid", "unknown_tool"})
"""Outcomes that count for the brake on a tool that fails again and again."""


def fold(events: Iterable[Event], state: TurnState | None = None) -> TurnState:
    """The state after events, beginning from ``state`` or from nothing.

    Args:
        events: The events of one turn's runs, in order.
        state: What earlier events of the same turn amounted to.
    """
    current = TurnState() if state is None else state
    for event in events:
        current = advance(current, event)
    return current


def advance(state: TurnState, event: Event) -> TurnState:  # noqa: C901 - one match, one line a fact
    """The state after one more event."""
    fact: Fact = event.data
    match fact:
        case RunStarted():
            return _start(state, event.run_id, event.time, fact)
        case ModelStarted():
            flight = InFlight(message_id=fact.message_id, call=fact, started_at=event.time)
            return replace(state, in_flight=flight)
        case ModelHeld():
            return replace(state, held=(fact.code, fact.reason))
        case ModelDelta():
            return _stream(state, fact)
        case ModelEnded():
            return _reply(state, fact)
        case ModelFailed():
            return _fault(state, fact)
        case ToolJudged():
            return _judge(state, fact)
        case ToolStarted():
            return _run(state, fact)
        case ToolEnded():
            return _end_call(state, fact)
        case InterruptOpened():
            return _ask(state, fact)
        case InterruptClosed():
            return _decide(state, event.time, fact)
        case Spoken():
            return replace(state, answer=fact.message, latest=(), stopped_by=fact.code)
        case RunEnded():
            spent = state.tally.spent_ms + event.time - state.tally.since
            return replace(state, ended=fact.status, tally=replace(state.tally, spent_ms=spent))
        case ToolProgressed() | Shown() | Noted():
            return state
        case _:
            assert_never(fact)


def _start(state: TurnState, run_id: str, time: int, fact: RunStarted) -> TurnState:
    return replace(
        state,
        turn_id=fact.turn_id,
        thread_id=fact.thread_id,
        run_id=run_id,
        agent=fact.agent,
        tally=replace(state.tally, since=time),
        usage=NO_USAGE,
        asked=0,
        started_at=time,
        ended=None,
        faults=(),
        held=("", ""),
        traceparent=state.traceparent or fact.traceparent,
        tracestate=state.tracestate if state.traceparent else fact.tracestate,
    )


def _stream(state: TurnState, fact: ModelDelta) -> TurnState:
    flight = state.in_flight
    if flight is None or flight.message_id != fact.message_id:
        return state
    if fact.kind == "arguments":
        written = flight.arguments + len(fact.text)
        return replace(state, in_flight=replace(flight, arguments=written))
    if fact.kind == "text":
        return replace(state, in_flight=replace(flight, text=flight.text + fact.text))
    return replace(state, in_flight=replace(flight, reasoning=flight.reasoning + fact.text))


def _reply(state: TurnState, fact: ModelEnded) -> TurnState:
    proposed = calls_of(fact.message)
    rounds = state.rounds + bool(proposed)
    calls = dict(state.calls)
    for part in proposed:
        calls[part.id] = CallState(
            id=part.id,
            name=part.name,
            raw=part.arguments,
            message_id=fact.message.id,
            round=rounds,
            cut=fact.stop in CUT and part is proposed[-1],
        )
    return replace(
        state,
        calls=calls,
        latest=tuple(part.id for part in proposed),
        answer=None if proposed else fact.message,
        in_flight=None,
        faults=(),
        model_calls=state.model_calls + 1,
        rounds=rounds,
        tally=_spend(state.tally, fact),
        usage=add(state.usage, fact.usage),
    )


def _spend(tally: Tally, fact: ModelEnded | ModelFailed) -> Tally:
    """Count what an attempt used and cost."""
    cost = None if fact.bill is None else fact.bill.cost
    usd = tally.usd if cost is None else tally.usd + cost
    return replace(tally, tokens=tally.tokens + fact.usage.total_tokens, usd=usd)


def _fault(state: TurnState, fact: ModelFailed) -> TurnState:
    return replace(
        state,
        in_flight=None,
        faults=(*state.faults, fact),
        tally=_spend(state.tally, fact),
        usage=add(state.usage, fact.usage),
    )


def _with_call(state: TurnState, call: CallState) -> TurnState:
    return replace(state, calls={**state.calls, call.id: call})


def _judge(state: TurnState, fact: ToolJudged) -> TurnState:
    call = state.calls[fact.call_id]
    status = call.status
    if fact.verdict == "allow" and status == "proposed":
        status = move_call(status, "allowed")
    elif fact.verdict == "allow" and status == "running":
        status = move_call(status, "approved")
    elif fact.verdict == "ask" and status in {"proposed", "allowed"}:
        status = move_call(status, "waiting")
    judged = replace(
        call,
        status=status,
        arguments=fact.arguments,
        digest=fact.digest,
        code=fact.code,
        reason=fact.reason,
        approver=fact.approver,
        standing=fact.standing,
    )
    return _with_call(state, judged)


def _run(state: TurnState, fact: ToolStarted) -> TurnState:
    call = state.calls[fact.call_id]
    running = replace(
        call,
        status=move_call(call.status, "running"),
        attempts=fact.attempt,
        repeatable=fact.repeatable,
        arguments=fact.arguments,
        digest=fact.digest,
    )
    return _with_call(state, running)


def _end_call(state: TurnState, fact: ToolEnded) -> TurnState:
    call = state.calls.get(fact.call_id)
    if call is None:  # a call of an earlier turn, closed by the run that superseded it
        return state
    ended = replace(call, status=move_call(call.status, "ended"), outcome=fact.kind)
    changed = replace(
        _with_call(state, ended),
        tally=_count(state.tally, ended),
        untrusted=state.untrusted or fact.untrusted,
    )
    if fact.kind == "rejected":
        changed = replace(changed, rejected=state.rejected | {(call.name, call.digest)})
    if fact.kind == "unavailable":
        changed = replace(changed, unavailable=str(fact.result.person))
    return changed


def _count(tally: Tally, call: CallState) -> Tally:
    """Count one ended call. Parallel failures of one round are one failure: nobody could learn."""
    failures = dict(tally.failures)
    if call.outcome in FAILURES:
        streak = failures.get(call.name, Streak(0, -1))
        if streak.round != call.round:
            failures[call.name] = Streak(streak.length + 1, call.round)
    elif call.outcome == "done":
        failures.pop(call.name, None)
    key = (call.name, call.digest or call.raw)
    repeats = {**tally.repeats, key: tally.repeats.get(key, 0) + 1}
    return replace(tally, calls=tally.calls + 1, failures=failures, repeats=repeats)


def _ask(state: TurnState, fact: InterruptOpened) -> TurnState:
    question = fact.interrupt
    changed = replace(
        state,
        questions={**state.questions, question.id: question},
        asked=state.asked + 1,
    )
    call = state.calls.get(question.call_id)
    if call is not None and call.status == "running":
        return _with_call(changed, replace(call, status=move_call(call.status, "waiting")))
    return changed


def _decide(state: TurnState, time: int, fact: InterruptClosed) -> TurnState:
    questions = dict(state.questions)
    question = questions.pop(fact.interrupt_id, None)
    if question is None:  # a question of an earlier turn, superseded by this one
        return state
    changed = replace(state, questions=questions)
    if question.kind == "brake":
        return _brake(changed, time, fact)
    call = settle(state.calls[question.call_id], question, fact.decision)
    return _with_call(changed, call)


def _brake(state: TurnState, time: int, fact: InterruptClosed) -> TurnState:
    decision = fact.decision
    if decision.says_yes:
        held = frozenset(call.id for call in state.pending())
        return replace(state, tally=Tally(since=time), released=state.released | held)
    said = "you said no" if decision.status == "answered" else f"the question was {decision.status}"
    return replace(state, brake_refused=f"{said} ({decision.reason})" if decision.reason else said)
