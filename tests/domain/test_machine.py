"""The machine under any luck: crashes, faults, answers and stops in every order."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.domain.rules import assert_history_is_valid
from tests.domain.simulator import Simulator

from interlock.domain.agents import OnBrake
from interlock.domain.events import (
    Event,
    Fact,
    InterruptClosed,
    InterruptOpened,
    ModelEnded,
    RunEnded,
    ToolEnded,
    ToolJudged,
    ToolStarted,
)
from interlock.domain.fold import fold
from interlock.domain.history import history
from interlock.domain.messages import calls_of
from interlock.domain.state import TurnState


class Rolled:
    """Dice of the ordinary kind: a seed is a play, and plays are cheap."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def pick(self, options):
        return self._random.choice(options)


def played(seed: int, on_brake: OnBrake = "ask") -> list[Event]:
    simulator = Simulator(Rolled(seed), on_brake)
    simulator.checks.append(every_call_has_a_result)
    simulator.play()
    return simulator.log


def every_call_has_a_result(state: TurnState, log: list[Event]) -> None:
    assert state.pending() == []
    messages = history(event.data for event in log)
    assert_history_is_valid(messages)
    assert all(getattr(message, "text", "") != NO_RESULT for message in messages)


NO_RESULT = "This call has no result: it was not completed. Do not assume that it happened."

many = settings(max_examples=1500)
seeds = st.integers(0, 2**32)


@many
@given(seeds)
def test_each_call_ends_at_most_once_and_when_the_turn_is_over_exactly_once(seed):
    log = played(seed)
    ends = Counter(e.data.call_id for e in log if isinstance(e.data, ToolEnded))
    assert all(count == 1 for count in ends.values())
    if fold(log).ended in {"success", "cancelled", "failed"}:
        proposed = {
            call.id
            for e in log
            if isinstance(e.data, ModelEnded)
            for call in calls_of(e.data.message)
        }
        assert proposed == set(ends)


@many
@given(seeds)
def test_a_call_that_must_not_run_twice_starts_again_only_when_somebody_said_so(seed):
    log = played(seed)
    told = Counter(call_id for event in log if (call_id := _told_to_run(event.data)))
    for event in log:
        fact = event.data
        if isinstance(fact, ToolStarted) and not fact.repeatable:
            assert fact.attempt <= 1 + told[fact.call_id]


def _told_to_run(fact: Fact) -> str:
    """The call that a person or its own verifier says did not happen."""
    match fact:
        case ToolJudged(call_id=call_id, code="verified_not_happened"):
            return call_id
        case InterruptClosed(call_id=call_id, decision=decision):
            return call_id if decision.field("outcome") == "run" else ""
        case _:
            return ""


@many
@given(seeds)
def test_a_call_that_asks_starts_only_after_a_yes_to_exactly_its_arguments(seed):
    log = played(seed)
    asks: set[str] = set()
    yes: dict[str, str] = {}
    digests: dict[str, str] = {}
    for event in log:
        fact = event.data
        if isinstance(fact, ToolJudged) and fact.verdict == "ask":
            asks.add(fact.call_id)
            digests[fact.call_id] = fact.digest
        elif isinstance(fact, InterruptClosed) and fact.decision.says_yes:
            edited = fact.decision.field("editedArgs") is not None
            yes[fact.call_id] = "edited" if edited else digests.get(fact.call_id, "")
        elif isinstance(fact, ToolStarted) and fact.call_id in asks:
            assert fact.call_id in yes
            assert yes[fact.call_id] in {fact.digest, "edited"}


@many
@given(seeds, st.sampled_from(["ask", "stop"]))
def test_every_run_is_numbered_without_a_gap_and_ends_at_most_once(seed, on_brake):
    log = played(seed, on_brake)
    for run_id in {event.run_id for event in log}:
        events = [event for event in log if event.run_id == run_id]
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        ends = [event.seq for event in events if isinstance(event.data, RunEnded)]
        assert ends in ([], [len(events)])


@many
@given(seeds)
def test_a_run_is_interrupted_exactly_when_it_asked(seed):
    log = played(seed)
    open_: set[str] = set()
    for event in log:
        match event.data:
            case InterruptOpened(interrupt=interrupt):
                open_.add(interrupt.id)
            case InterruptClosed(interrupt_id=interrupt_id):
                open_.discard(interrupt_id)
            case RunEnded(status=status):
                assert (status == "interrupted") == bool(open_)
            case _:
                pass


@many
@given(seeds)
def test_the_same_events_always_give_the_same_state(seed):
    log = played(seed)
    cut = random.Random(seed).randint(0, len(log))
    assert fold(log[cut:], fold(log[:cut])) == fold(log)


def test_the_simulator_reaches_every_kind_of_end():
    """A property over plays that never crash, ask or fail would show nothing."""
    seen: Counter[str] = Counter()
    for seed in range(300):
        simulator = Simulator(Rolled(seed), "ask")
        simulator.play()
        state = fold(simulator.log)
        seen[str(state.ended)] += 1
        seen.update(call.outcome or "open" for call in state.calls.values())
        seen.update("repeated" for call in state.calls.values() if call.attempts > 1)
    ends = {"success", "cancelled", "failed", "interrupted"}
    outcomes = {"done", "refused", "rejected", "expired", "skipped", "timed_out", "open"}
    assert {*ends, *outcomes, "repeated"} <= set(seen)
