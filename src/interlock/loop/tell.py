"""Facts as log lines: what a call, an attempt to call a model, and a run came to.

A line is a projection of a fact and of the state before it. It says which arguments there were and
never what they were: names and the digest are enough to find them.
"""

import logging
from collections.abc import Iterable, Mapping
from typing import cast

from msgspec import Struct

from interlock import marks
from interlock.domain.events import Event, ModelEnded, ModelFailed, ModelHeld, RunEnded, ToolEnded
from interlock.domain.messages import Json
from interlock.domain.money import Bill
from interlock.domain.records import Run
from interlock.domain.state import CallState, TurnState
from interlock.domain.usage import Usage

MOST_FIELDS = 20
"""Names of arguments in one line."""

_log = logging.getLogger(__name__)
_VERDICTS = {"refused": "refuse", "invalid": "invalid", "unknown_tool": "unknown_tool"}
_ASKED = frozenset({"rejected", "expired", "superseded", "skipped"})


class Line(Struct, frozen=True):
    """What to say at which level of ``logging``."""

    level: int
    text: str
    fields: Mapping[str, Json]


def tell(event: Event, before: TurnState) -> None:
    """Write the line of an event, if it has one and somebody listens.

    Args:
        event: What happened.
        before: The turn without it.
    """
    if not _log.isEnabledFor(logging.WARNING):
        return
    line = line_of(event, before)
    if line is not None and _log.isEnabledFor(line.level):
        _log.log(line.level, line.text, extra=dict(line.fields))


def tell_undriven(run: Run, events: Iterable[Event]) -> None:
    """Write the lines of what a command did to a run that nobody drives.

    Args:
        run: The run.
        events: What the command wrote into its log.
    """
    before = TurnState(
        agent=run.agent, thread_id=run.thread_id, run_id=run.id, started_at=run.created_at
    )
    with marks.within(tenant=run.tenant, run=run.id):
        for event in events:
            tell(event, before)


def line_of(event: Event, before: TurnState) -> Line | None:
    """The line of an event; None for what needs none."""
    match event.data:
        case ToolEnded() as fact:
            call = before.calls.get(fact.call_id)
            return Line(logging.INFO, "call ended", _of_call(fact, call))
        case ModelEnded() as fact:
            more = {"outcome": "ok", "stop": fact.stop, "answered_by": fact.model}
            fields = _of_attempt(event.time, before, fact.usage, fact.bill)
            return Line(logging.INFO, "model answered", {**fields, **more})
        case ModelFailed() as fact:
            level = logging.WARNING if fact.action == "give_up" else logging.INFO
            more = {"outcome": fact.kind, "action": fact.action, "status": fact.status}
            detail = {"detail": fact.detail} if fact.detail else {}
            fields = _of_attempt(event.time, before, fact.usage, fact.bill)
            return Line(level, "model failed", {**fields, **more, **detail})
        case ModelHeld() as fact:
            return Line(logging.INFO, "model held", {"code": fact.code})
        case RunEnded() as fact:
            level = logging.WARNING if fact.status == "failed" else logging.INFO
            return Line(level, "run ended", _of_run(event.time, before, fact))
        case _:
            return None


def _of_call(fact: ToolEnded, call: CallState | None) -> dict[str, Json]:
    found: dict[str, Json] = {"tool": fact.name, "kind": fact.kind, "is_error": fact.kind != "done"}
    if fact.code:
        found["code"] = fact.code
    found["ms"] = fact.ms
    found["call"] = fact.call_id
    if call is None:
        return found
    confirmed = bool(call.approved_by)
    asked = confirmed or fact.kind in _ASKED
    found["verdict"] = _VERDICTS.get(fact.kind, "ask" if asked else "allow")
    found["confirmed"] = confirmed
    if confirmed:
        found["confirmed_by"] = call.approved_by
    if call.edited:
        found["edited"] = True
    if call.attempts > 1:
        found["attempt"] = call.attempts
    if call.digest:
        found["digest"] = call.digest[:12]
    found["fields"] = _names(call.arguments)
    return found


def _names(arguments: Json) -> list[str]:
    if not isinstance(arguments, dict):
        return []
    return [name[:64] for name in sorted(cast("dict[str, Json]", arguments))[:MOST_FIELDS]]


def _of_attempt(time: int, before: TurnState, usage: Usage, bill: Bill | None) -> dict[str, Json]:
    flight = before.in_flight
    found: dict[str, Json] = {}
    if flight is not None and flight.call is not None:
        call = flight.call
        found |= {
            "provider": call.provider,
            "model": call.model,
            "model_call": call.call_index,
            "attempt": call.attempt,
            "ms": max(0, time - flight.started_at),
        }
    found |= {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens}
    if usage.estimated:
        found["estimated"] = True
    if bill is not None:
        found["cost"] = "unpriced" if bill.cost is None else format(bill.cost, "f")
    return found


def _of_run(time: int, before: TurnState, fact: RunEnded) -> dict[str, Json]:
    words = {"code": fact.code, "brake": fact.brake, "by": fact.by}
    found: dict[str, Json] = {"status": fact.status}
    found |= {name: word for name, word in words.items() if word}
    used = fact.usage
    return {
        **found,
        "agent": before.agent,
        "thread_id": before.thread_id,
        "ms": max(0, time - before.started_at),
        "input_tokens": used.input_tokens,
        "output_tokens": used.output_tokens,
    }
