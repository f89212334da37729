"""``decide``: state in, next step out. Pure and total; the loop does what it says.

Also where a crashed run picks up: the same state gives the same step, whoever asks.
"""

from msgspec import Struct

from interlock.domain import results
from interlock.domain.agents import Limits, OnBrake
from interlock.domain.brakes import Trip, before_calls, before_model
from interlock.domain.events import EndStatus, Fact, ModelFailed, RunEnded, Spoken, ToolEnded
from interlock.domain.messages import AssistantMessage, ReasoningPart, TextPart
from interlock.domain.state import CallState, InFlight, TurnState

ATTEMPTS = 8
"""How often a repeatable call is begun. One that takes the server down each time would do so for
ever; a person is asked instead."""


class CallModel(Struct, frozen=True):
    """Ask the model for its next message."""


class Judge(Struct, frozen=True):
    """Let the gate judge these proposed calls."""

    calls: tuple[str, ...]


class RunCalls(Struct, frozen=True):
    """Run these calls at the same time; the gate judges approved and repeated ones again."""

    calls: tuple[str, ...]


class Settle(Struct, frozen=True):
    """Find out what became of calls that started and have no end, and may not be repeated."""

    calls: tuple[str, ...]


class Ask(Struct, frozen=True):
    """Ask a person about these calls, and about a brake if one tripped. The run ends next."""

    calls: tuple[str, ...]
    brake: Trip | None = None


class Record(Struct, frozen=True):
    """Append facts that follow from the state alone."""

    facts: tuple[Fact, ...]


class Finish(Struct, frozen=True):
    """Close what is open, and end the run."""

    end: RunEnded
    facts: tuple[Fact, ...] = ()


class Stop(Struct, frozen=True):
    """Somebody asked to stop the run."""

    by: str
    reason: str = ""


Step = CallModel | Judge | RunCalls | Settle | Ask | Record | Finish


def decide(
    state: TurnState, limits: Limits, on_brake: OnBrake, now: int, stop: Stop | None = None
) -> Step:
    """What comes next in a run that has not ended.

    Args:
        state: The fold of the turn's events.
        limits: The agent's brakes.
        on_brake: What a tripped brake does.
        now: Ms since the epoch.
        stop: Set once somebody asked to stop the run.
    """
    if stop is not None and not state.questions:
        return _cancel(state, stop)  # a stop that comes after a question leaves it open
    if state.in_flight is not None:
        return Record((_lost(state.in_flight),))
    return (
        _settled(state)
        or _refused_brake(state)
        or _calls(state, limits, on_brake, now)
        or _questions(state, limits)
        or _model(state, limits, on_brake, now)
    )


def _settled(state: TurnState) -> Step | None:
    """End calls whose outcome is known, and judge those that nobody looked at."""
    pending = state.pending()
    facts = [_conclude(call) for call in pending if call.status == "settled"]
    facts += [_repeat_of_rejected(call) for call in pending if _asks_again(state, call)]
    if facts:
        return Record(tuple(facts))
    proposed = tuple(call.id for call in pending if call.status == "proposed")
    return Judge(proposed) if proposed else None


def _asks_again(state: TurnState, call: CallState) -> bool:
    asked = any(question.call_id == call.id for question in state.questions.values())
    key = (call.name, call.digest)
    return call.status == "waiting" and call.attempts == 0 and not asked and key in state.rejected


def _refused_brake(state: TurnState) -> Step | None:
    """A person said that the turn shall not go on."""
    if not state.brake_refused or state.stopped_by:
        return None
    return _speak(state, Trip("brake", f"a limit was reached and {state.brake_refused}"))


def _calls(state: TurnState, limits: Limits, on_brake: OnBrake, now: int) -> Step | None:
    """Run what may run; look after what a crash left behind."""
    if any(question.kind == "brake" for question in state.questions.values()):
        return None
    pending = state.pending()
    runnable = [call for call in pending if _may_run(call)]
    if runnable:
        new = [call for call in runnable if call.id not in state.released]
        trip = before_calls(state.tally, new, limits, now)
        if trip is not None:
            return _brake(state, trip, limits, on_brake)
        return RunCalls(tuple(call.id for call in runnable))
    crashed = tuple(call.id for call in pending if call.status == "running")
    return Settle(crashed) if crashed else None


def _may_run(call: CallState) -> bool:
    again = call.status == "running" and call.repeatable and call.attempts < ATTEMPTS
    return call.status in {"allowed", "approved"} or again


def _unasked(state: TurnState) -> tuple[str, ...]:
    asked = {question.call_id for question in state.questions.values()}
    waiting = (call for call in state.pending() if call.status == "waiting")
    return tuple(call.id for call in waiting if call.id not in asked)


def _questions(state: TurnState, limits: Limits) -> Step | None:
    """Ask what must be asked, and end the run when something is open."""
    if _unasked(state):
        return _ask(state, limits)
    if state.questions:
        return Finish(_end(state, "interrupted", brake=_brake_code(state)))
    return None


def _model(state: TurnState, limits: Limits, on_brake: OnBrake, now: int) -> Step:
    """Nothing is pending: the turn is over, or the model goes on."""
    if state.answer is not None:
        return Finish(_end(state, "success", brake=state.stopped_by))
    if state.unavailable:
        return fail(state, "tool_unavailable", state.unavailable)
    if state.faults and state.faults[-1].action == "give_up":
        return fail(state, f"model_{state.faults[-1].kind}", state.faults[-1].text)
    trip = Trip(*state.held) if state.held[0] else before_model(state, limits, now)
    return CallModel() if trip is None else _brake(state, trip, limits, on_brake)


def _brake(state: TurnState, trip: Trip, limits: Limits, on_brake: OnBrake) -> Step:
    return _ask(state, limits, trip) if on_brake == "ask" else _speak(state, trip)


def _ask(state: TurnState, limits: Limits, trip: Trip | None = None) -> Step:
    """Ask about every call that waits, unless there are more than a person would read."""
    calls = _unasked(state)
    if calls and limits.asks and state.asked + len(calls) > limits.asks:
        return fail(state, "too_many_asks", "The run asked more often than it may; it was ended.")
    return Ask(calls, trip)


def _brake_code(state: TurnState) -> str:
    return next((q.code for q in state.questions.values() if q.kind == "brake"), "")


def _speak(state: TurnState, trip: Trip) -> Record:
    """Close what is pending and say honestly why the turn stops."""
    ended = [
        ToolEnded(
            call_id=call.id,
            name=call.name,
            kind="refused",
            code=trip.code,
            result=results.braked(trip.reason),
        )
        for call in state.pending()
    ]
    text = f"I stopped here because {trip.reason}. What was done so far stays done."
    message = AssistantMessage(id=f"msg_{state.run_id}_stop", parts=(TextPart(text),))
    return Record((*ended, Spoken(message=message, code=trip.code)))


def _conclude(call: CallState) -> ToolEnded:
    settlement = call.settlement
    if settlement is None:
        raise ValueError(call.id)
    result = results.settled(settlement)
    return ToolEnded(
        call_id=call.id, name=call.name, kind=settlement.kind, code="decided", result=result
    )


def _repeat_of_rejected(call: CallState) -> ToolEnded:
    result = results.already_rejected()
    return ToolEnded(
        call_id=call.id, name=call.name, kind="rejected", code="already_rejected", result=result
    )


def _lost(flight: InFlight) -> ModelFailed:
    """A model call that a crash cut off; what had streamed stays, marked."""
    return ModelFailed(
        message_id=flight.message_id,
        kind="interrupted",
        text="The server stopped while the model was answering. It is asked again.",
        action="retry",
        partial=partial_message(flight),
    )


def partial_message(flight: InFlight) -> AssistantMessage | None:
    """What had streamed of an answer that never ended, without its calls."""
    parts: list[TextPart | ReasoningPart] = []
    if flight.reasoning:
        parts.append(ReasoningPart(flight.reasoning))
    if flight.text:
        parts.append(TextPart(flight.text))
    if not parts:
        return None
    return AssistantMessage(id=flight.message_id, parts=tuple(parts), aborted=True)


def _cancel(state: TurnState, stop: Stop) -> Finish:
    """Stop: every open call gets a result, what had streamed stays, the run ends."""
    facts: list[Fact] = []
    if state.in_flight is not None:
        lost = _lost(state.in_flight)
        facts.append(
            ModelFailed(
                message_id=lost.message_id,
                kind="cancelled",
                text="Stopped while the model was answering.",
                action="give_up",
                partial=lost.partial,
            )
        )
    facts += _closed(state)
    end = _end(state, "cancelled", code="cancelled", text=stop.reason, by=stop.by)
    return Finish(end, tuple(facts))


def _closed(state: TurnState) -> list[Fact]:
    facts: list[Fact] = []
    for call in state.pending():
        kind, result = results.cancelled(call)
        facts.append(
            ToolEnded(call_id=call.id, name=call.name, kind=kind, code="cancelled", result=result)
        )
    return facts


def fail(state: TurnState, code: str, text: str) -> Finish:
    """End a run as failed, with every open call closed."""
    return Finish(_end(state, "failed", code=code, text=text), tuple(_closed(state)))


def _end(
    state: TurnState,
    status: EndStatus,
    *,
    code: str = "",
    text: str = "",
    by: str = "",
    brake: str = "",
) -> RunEnded:
    return RunEnded(status=status, code=code, text=text, by=by, brake=brake, usage=state.usage)
