"""Replaying a log: the same decisions from an honest one, a difference from a tampered one."""

from tests.cli.logs import MODEL, START, call, ended, judged, numbered, said, started

from interlock.cli.replay import Decision, replay
from interlock.domain.events import Event, Fact, RunEnded

HONEST: tuple[Fact, ...] = (
    START,
    MODEL,
    said("", call()),
    judged(),
    started(),
    ended(),
    MODEL,
    said("Done."),
    RunEnded(status="success"),
)


def different(events: list[Event]) -> list[Decision]:
    return [decision for decision in replay(events) if not decision.same]


def test_an_honest_log_gives_the_decisions_that_it_tells_of():
    decisions = replay(numbered(HONEST))
    assert [(one.seq, one.fact, one.step, one.same) for one in decisions] == [
        (2, "model.start", "call the model", True),
        (4, "tool.judged", "judge calls", True),
        (5, "tool.start", "run calls", True),
        (7, "model.start", "call the model", True),
        (9, "run.end", "end the run", True),
    ]


def test_a_call_that_ran_before_its_verdict_shows():
    tampered = [fact for fact in HONEST[:4] if fact != judged()]
    assert [one.step for one in different(numbered((*tampered, judged("ask"))))] == []
    waiting = numbered((*HONEST[:3], judged("ask"), RunEnded(status="success")))
    [odd] = different(waiting)
    assert (odd.fact, odd.step) == ("run.end", "ask a person")


def test_a_run_that_ended_in_the_middle_of_work_shows():
    [odd] = different(numbered((*HONEST[:4], RunEnded(status="success"))))
    assert (odd.fact, odd.step) == ("run.end", "run calls")


def test_an_end_that_nobody_decided_is_no_decision():
    assert different(numbered((*HONEST[:4], RunEnded(status="failed", code="internal")))) == []
