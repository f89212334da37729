"""What is urgent, and that nothing waits for ever."""

from typing import Any

import pytest

from interlock.domain.records import Run
from interlock.domain.work import PRIORITIES, asking_order, work_of


def run(**more: Any) -> Run:
    return Run(
        id="run_1",
        tenant="acme",
        user="ann",
        thread_id="t",
        turn_id="u",
        agent="clerk",
        status="queued",
        created_at=0,
        **more,
    )


@pytest.mark.parametrize(
    ("more", "priority"),
    [
        ({}, "normal"),
        ({"resumes": "run_0"}, "high"),
        ({"channel": "schedule"}, "low"),
        ({"channel": "system", "resumes": "run_0"}, "low"),
        ({"channel": "schedule", "priority": 1}, "high"),
        ({"resumes": "run_0", "priority": -1}, "low"),
    ],
)
def test_whoever_waits_longest_goes_first_unless_the_run_says_otherwise(more, priority):
    assert work_of(run(**more)).priority == priority


def test_each_priority_is_asked_at_every_take_and_first_at_one_in_eight():
    orders = [asking_order(take) for take in range(8)]
    assert all(set(order) == set(PRIORITIES) for order in orders)
    assert {order[0] for order in orders} == set(PRIORITIES)
