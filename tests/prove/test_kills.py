"""Small kills hold on the engine as it is, and catch engines that break a promise."""

import pytest

from interlock.prove.kills import kills
from interlock.prove.report import Proof

pytestmark = pytest.mark.timeout(180)

KILLS = 40
FEW = 12
"""Enough to catch an engine that is broken, and not so many that its hangs cost minutes."""

ROUNDS = 5
"""How many such experiments a broken engine may pass by luck before the test fails."""

SEED = 3


def wrong(proof: Proof) -> dict[str, int]:
    return {count.what: count.found for count in proof.counts if not count.right}


async def caught(name: str, *wanted: str) -> None:
    """A broken engine is caught in one of a few small experiments; a kill has to hit its gap."""
    found: set[str] = set()
    for seed in range(SEED, SEED + ROUNDS):
        program = f"tests.prove.mutants:{name}"
        found |= set(wrong(await kills(FEW, seed, program, patience=3, more=0)))
        if found.issuperset(wanted):
            return
    raise AssertionError(f"{name}: {wanted} were not found, but {found}")


async def test_nothing_is_lost_or_doubled_when_the_server_is_killed_everywhere():
    proof = await kills(KILLS, SEED)
    assert (wrong(proof), proof.notes) == ({}, ())
    assert proof.found("questions: did it happen?") > 0
    assert proof.found("lost calls that the tool settled") > 0
    assert proof.found("calls repeated with the same key") > 0


async def test_an_engine_that_runs_unknown_calls_again_is_caught():
    await caught("rerun_unknown", "effects duplicated", "unknown not reported as unknown")


async def test_an_engine_that_runs_a_tool_before_its_start_is_durable_is_caught():
    await caught("start_with_end", "effects duplicated")


async def test_an_engine_that_acts_before_its_decisions_are_durable_is_caught():
    proof = await kills(KILLS, SEED, "tests.prove.mutants:never_sync")
    assert "model calls that the log does not know" in wrong(proof)


async def test_an_engine_that_forgets_unfinished_runs_is_caught():
    await caught("forget_unfinished", "runs that never end")


async def test_a_run_that_the_queue_hands_out_twice_is_driven_once():
    proof = await kills(KILLS, SEED, "tests.prove.mutants:delivered_twice")
    assert wrong(proof) == {}


async def test_an_engine_without_a_fence_is_caught():
    await caught("twice_without_fence", "effects duplicated")
