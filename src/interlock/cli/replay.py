"""Replay a turn's log: would the same events lead to the same decisions today? Pure."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec import Struct

from interlock.domain.agents import Limits
from interlock.domain.decide import (
    Ask,
    CallModel,
    Finish,
    Judge,
    Record,
    RunCalls,
    Settle,
    Step,
    Stop,
    decide,
)
from interlock.domain.events import (
    Event,
    Fact,
    InterruptOpened,
    ModelStarted,
    RunEnded,
    Spoken,
    ToolJudged,
    ToolStarted,
    fact_type,
)
from interlock.domain.fold import advance
from interlock.domain.state import TurnState

_DECIDED = ModelStarted | ToolJudged | ToolStarted | InterruptOpened | RunEnded | Spoken


_NO_BRAKES = Limits(failures_in_a_row=0, identical_calls=0, calls=0, tokens=0, seconds=0.0, asks=0)


class Decision(Struct, frozen=True, kw_only=True):
    """A fact of the log that a decision led to, and the step that ``decide`` gives today."""

    run_id: str
    seq: int
    fact: str
    step: str
    same: bool


def replay(events: Iterable[Event]) -> list[Decision]:
    """Fold a turn's events one by one, and decide anew before each that a decision led to.

    The log does not hold the agent's limits: a step is the same if it follows from the default
    brakes or without any, and a brake that only other limits explain is left out.
    """
    state = TurnState()
    found: list[Decision] = []
    for event in events:
        fact = event.data
        if isinstance(fact, _DECIDED) and not _forced(fact):
            steps = [_decide(state, event, limits) for limits in (Limits(), _NO_BRAKES)]
            step = next((step for step in steps if _leads_to(step, fact)), None)
            if step is not None or not _is_brake(fact):
                found.append(_decision(event, step or steps[0], same=step is not None))
        state = advance(state, event)
    return found


def _forced(fact: Fact) -> bool:
    """An end that nobody decided: the server failed, or the agent is gone from the program."""
    return isinstance(fact, RunEnded) and fact.code in {"internal", "no_agent"}


def _is_brake(fact: Fact) -> bool:
    if isinstance(fact, InterruptOpened):
        return fact.interrupt.kind == "brake"
    return isinstance(fact, Spoken)


def _decide(state: TurnState, event: Event, limits: Limits) -> Step:
    """``decide`` at the moment of the event, with the stop that the log tells of."""
    fact = event.data
    stop = None
    if isinstance(fact, RunEnded) and fact.status == "cancelled":
        stop = Stop(fact.by, fact.text)
    return decide(state, limits, "stop" if isinstance(fact, Spoken) else "ask", event.time, stop)


def _decision(event: Event, step: Step, *, same: bool) -> Decision:
    return Decision(
        run_id=event.run_id,
        seq=event.seq,
        fact=fact_type(event.data),
        step=_name(step),
        same=same,
    )


def _leads_to(step: Step, fact: Fact) -> bool:
    match step:
        case CallModel():
            return isinstance(fact, ModelStarted)
        case Judge(calls=calls):
            return isinstance(fact, ToolJudged) and fact.call_id in calls
        case RunCalls(calls=calls) | Settle(calls=calls):
            return _call_of(fact) in calls
        case Record(facts=facts):
            return any(type(fact) is type(one) for one in facts)
        case Finish(end=end):
            return isinstance(fact, RunEnded) and fact.status == end.status
        case Ask(calls=calls, brake=brake):
            asked = isinstance(fact, InterruptOpened) and fact.interrupt
            return bool(asked) and (asked.call_id in calls or brake is not None)
        case _:
            assert_never(step)


def _call_of(fact: Fact) -> str:
    match fact:
        case ToolStarted(call_id=call_id) | ToolJudged(call_id=call_id):
            return call_id
        case InterruptOpened(interrupt=interrupt):
            return interrupt.call_id
        case _:
            return ""


def _name(step: Step) -> str:
    words = {
        CallModel: "call the model",
        Judge: "judge calls",
        RunCalls: "run calls",
        Settle: "settle calls",
        Ask: "ask a person",
        Record: "record facts",
        Finish: "end the run",
    }
    return words[type(step)]


def in_order(runs: Sequence[tuple[int, list[Event]]]) -> list[Event]:
    """The events of a turn: its runs in the order in which they began."""
    return [event for _, events in sorted(runs, key=lambda run: run[0]) for event in events]
