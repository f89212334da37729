"""One line per call, attempt and run: what it came to, and never what was in it."""

import json
import logging

import pytest

from interlock.domain.events import (
    Event,
    Fact,
    ModelEnded,
    ModelFailed,
    ModelHeld,
    ModelStarted,
    RunEnded,
    RunStarted,
    ToolEnded,
    ToolJudged,
    ToolStarted,
)
from interlock.domain.fold import fold
from interlock.domain.messages import AssistantMessage, CallPart
from interlock.domain.state import TurnState
from interlock.domain.tools import ToolResult
from interlock.domain.usage import Usage
from interlock.loop.tell import line_of, tell

ARGUMENTS = {"to": "ann@example.com", "amount": 7}
START = RunStarted(thread_id="t", turn_id="u", agent="clerk", tenant="acme", user="ann")
MODEL = ModelStarted(message_id="m", call_index=1, attempt=1, provider="openai", model="gpt-5")
USAGE = Usage(input_tokens=10, output_tokens=3)
ANSWER = ModelEnded(
    message=AssistantMessage("m", (CallPart("call_1", "pay", json.dumps(ARGUMENTS)),)),
    stop="tool_use",
    usage=USAGE,
    model="gpt-5-2026",
)
JUDGED = ToolJudged(
    call_id="call_1", name="pay", verdict="allow", code="free", arguments=ARGUMENTS, digest="d" * 64
)
RUNS = ToolStarted(
    call_id="call_1",
    name="pay",
    attempt=1,
    repeatable=False,
    digest="d" * 64,
    arguments=ARGUMENTS,
)
ENDED = ToolEnded(
    call_id="call_1", name="pay", kind="done", result=ToolResult("paid", "paid"), ms=12
)


def events(*facts: Fact) -> list[Event]:
    return [Event("run_1", seq, 1_000 * seq, fact) for seq, fact in enumerate(facts, 1)]


def last_line(*facts: Fact):
    *before, event = events(*facts)
    line = line_of(event, fold(before))
    assert line is not None
    return line


def test_a_call_has_one_line_with_the_names_of_its_arguments_and_none_of_their_values():
    line = last_line(START, MODEL, ANSWER, JUDGED, RUNS, ENDED)
    assert (line.level, line.text) == (logging.INFO, "call ended")
    assert line.fields == {
        "tool": "pay",
        "kind": "done",
        "is_error": False,
        "ms": 12,
        "call": "call_1",
        "verdict": "allow",
        "confirmed": False,
        "digest": "d" * 12,
        "fields": ["amount", "to"],
    }


def test_an_attempt_has_one_line_with_its_tokens_its_time_and_its_cost():
    line = last_line(START, MODEL, ANSWER)
    assert line.fields == {
        "provider": "openai",
        "model": "gpt-5",
        "model_call": 1,
        "attempt": 1,
        "ms": 1_000,
        "input_tokens": 10,
        "output_tokens": 3,
        "outcome": "ok",
        "stop": "tool_use",
        "answered_by": "gpt-5-2026",
    }


def test_a_failed_attempt_says_what_the_loop_does_and_is_a_warning_when_it_gives_up():
    failed = ModelFailed(
        message_id="m", kind="auth", text="…", action="give_up", detail="401 bad key", status=401
    )
    line = last_line(START, MODEL, failed)
    assert line.level == logging.WARNING
    assert line.fields["outcome"] == "auth"
    assert line.fields["detail"] == "401 bad key"
    retried = ModelFailed(message_id="m", kind="server", text="…", action="retry")
    assert last_line(START, MODEL, retried).level == logging.INFO


def test_a_run_has_one_line_at_its_end():
    line = last_line(START, RunEnded(status="failed", code="quota", usage=USAGE))
    assert line.level == logging.WARNING
    assert line.fields == {
        "status": "failed",
        "code": "quota",
        "agent": "clerk",
        "thread_id": "t",
        "ms": 1_000,
        "input_tokens": 10,
        "output_tokens": 3,
    }


def test_the_end_of_a_call_of_an_earlier_turn_has_its_line_too():
    (event,) = events(
        ToolEnded(
            call_id="call_0", name="pay", kind="superseded", result=ToolResult("a", "b"), code="x"
        )
    )
    line = line_of(event, TurnState())
    assert line is not None
    assert line.fields["is_error"] is True


@pytest.mark.parametrize("fact", [START, MODEL, JUDGED, RUNS], ids=lambda fact: type(fact).__name__)
def test_what_only_begins_has_no_line(fact: Fact):
    assert line_of(events(fact)[0], TurnState()) is None


def test_every_line_can_be_logged(caplog):
    caplog.set_level(logging.INFO, "interlock.loop.tell")
    endings: tuple[tuple[Fact, ...], ...] = (
        (START, MODEL, ANSWER, JUDGED, RUNS, ENDED),
        (START, MODEL, ANSWER),
        (START, MODEL, ModelFailed(message_id="m", kind="auth", text="x", action="retry")),
        (START, ModelHeld(code="quota", reason="x")),
        (START, RunEnded(status="success", by="ann", brake="calls", code="x")),
    )
    for facts in endings:
        *before, event = events(*facts)
        tell(event, fold(before))
    assert len(caplog.records) == len(endings)


def test_at_the_usual_level_a_run_that_goes_well_writes_nothing(caplog):
    caplog.set_level(logging.WARNING, "interlock.loop.tell")
    *before, event = events(START, RunEnded(status="success"))
    tell(event, fold(before))
    assert caplog.records == []
