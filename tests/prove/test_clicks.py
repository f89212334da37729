"""Small clicks hold on the engine as it is, and catch one that takes a second answer."""

import pytest

from interlock.prove.clicks import clicks

pytestmark = pytest.mark.timeout(120)

CLICKS = 60


@pytest.mark.parametrize("seed", [1, 2])
async def test_of_all_answers_from_three_protocols_one_counts(seed: int):
    proof = await clicks(CLICKS, seed)
    assert [count for count in proof.counts if not count.right] == []
    assert proof.found("executions") >= 2


async def test_an_engine_that_takes_a_later_answer_is_caught():
    proof = await clicks(CLICKS, 2, "tests.prove.mutants:answer_over")
    assert proof.found("other answers not told that they came too late") > 0
