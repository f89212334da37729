"""What facts change in the tables beside the log. Pure: facts in, named changes out."""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from msgspec import json

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
from interlock.domain.lifecycle import RUN_OVER, move_run
from interlock.domain.messages import text_of
from interlock.errors import InterlockError
from interlock.store.rows import question_values
from interlock.store.session import Value

TITLE_LENGTH = 80


class Head(NamedTuple):
    """What an append must know of its run."""

    tenant: str
    user: str
    thread_id: str
    status: str


class Change(NamedTuple):
    """A named query and its values."""

    query: str
    values: dict[str, Value]


def project(run_id: str, head: Head, events: Iterable[Event]) -> list[Change]:
    """The changes that follow from events, in their order.

    Raises:
        IllegalMove: The run can't end like this.
        InterlockError: Something follows the end of the run.
    """
    status = head.status
    changes: list[Change] = []
    for event in events:
        if status in RUN_OVER:
            raise InterlockError(f"run {run_id} is over: nothing can follow its end")
        fact = event.data
        if isinstance(fact, ModelDelta):
            continue
        change = _change(run_id, head.thread_id, event.time, fact)
        if change is not None:
            changes.append(change)
        if isinstance(fact, RunEnded):
            status = move_run(status, fact.status)
    return changes


def _change(run_id: str, thread_id: str, time: int, fact: Fact) -> Change | None:
    match fact:
        case RunStarted():
            return Change("touch_thread", _touch(thread_id, time, fact))
        case ToolEnded(untrusted=True):
            return Change("taint_thread", {"thread_id": thread_id})
        case InterruptOpened():
            return Change("add_question", question_values(fact.interrupt))
        case RunEnded():
            return Change("end_run", _end(run_id, time, fact))
        case ModelDelta() | ModelStarted() | ModelHeld() | ModelEnded() | ModelFailed():
            return None
        case ToolJudged() | ToolStarted() | ToolProgressed() | ToolEnded():
            return None
        case InterruptClosed() | Shown() | Spoken() | Noted():
            return None
        case _:
            assert_never(fact)


def _touch(thread_id: str, time: int, fact: RunStarted) -> dict[str, Value]:
    words = "" if fact.message is None else " ".join(text_of(fact.message).split())
    return {"thread_id": thread_id, "time": time, "title": words[:TITLE_LENGTH]}


def _end(run_id: str, time: int, fact: RunEnded) -> dict[str, Value]:
    return {
        "run_id": run_id,
        "time": time,
        "status": fact.status,
        "code": fact.code,
        "text": fact.text,
        "brake": fact.brake,
        "usage_json": json.encode(fact.usage),
    }
