"""When to ask a model again, when to ask another one, and when to give up."""

from typing import Literal

import pytest

from interlock.domain.backoff import FIRST_WAIT, MAX_RETRY_AFTER, MAX_WAIT, Remedy, remedy
from interlock.domain.events import FaultAction, ModelFailed
from interlock.domain.model import RETRYABLE, Fault

Cut = Literal["overloaded", "interrupted"]
BUSY = Fault(kind="overloaded", text="busy")


def failed(action: FaultAction = "retry", kind: Cut = "overloaded") -> ModelFailed:
    return ModelFailed(message_id="m", kind=kind, text="", action=action)


def after(failures, fault=BUSY, attempts=4, spares=0, draw=1.0) -> Remedy:
    return remedy(fault, failures, attempts, spares, lambda: draw)


def test_waits_double_up_to_the_last_attempt_and_then_end():
    cures = [after([failed()] * count) for count in range(4)]
    assert cures == [
        Remedy("retry", FIRST_WAIT),
        Remedy("retry", FIRST_WAIT * 2),
        Remedy("retry", FIRST_WAIT * 4),
        Remedy("give_up"),
    ]
    assert after([failed()] * 20, attempts=99).wait == MAX_WAIT


def test_a_wait_is_drawn_between_nothing_and_its_bound():
    assert [after([failed()], draw=draw).wait for draw in (0.0, 0.5)] == [0.0, FIRST_WAIT]


def test_a_provider_that_names_a_time_gets_it_and_a_little_more():
    wish = Fault(kind="rate_limit", text="", retry_after=7.0)
    assert after([], wish, draw=0.5) == Remedy("retry", 7.0 + FIRST_WAIT / 2)


def test_a_provider_that_wants_too_much_time_is_given_up_or_left_for_the_next():
    wish = Fault(kind="rate_limit", text="", retry_after=MAX_RETRY_AFTER + 1)
    assert after([], wish) == Remedy("give_up")
    assert after([], wish, spares=1) == Remedy("fallback")


@pytest.mark.parametrize("kind", ["auth", "quota", "context_length", "not_found", "bad_request"])
def test_what_a_second_attempt_can_not_cure_goes_to_the_next_model_at_once(kind):
    assert kind not in RETRYABLE
    fault = Fault(kind=kind, text="")
    assert after([], fault, spares=1) == Remedy("fallback")
    assert after([failed("fallback")], fault, spares=1) == Remedy("give_up")


def test_the_next_model_has_all_its_attempts():
    assert after([failed(), failed(), failed("fallback")], attempts=3, spares=1).action == "retry"


def test_a_crash_of_ours_is_no_attempt_of_the_model():
    assert after([failed(kind="interrupted")] * 5, attempts=2).action == "retry"
