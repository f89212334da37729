"""A small cluster holds on the engine as it is, and catches engines that break a promise."""

import pytest

from interlock.prove.cluster import cluster
from interlock.prove.faults import FAULTS, Fault, plan
from interlock.prove.report import Proof

pytestmark = pytest.mark.timeout(300)

SIZE = 60
FEW = 6
ROUNDS = 5
"""How many small experiments a broken engine may pass by luck before the test fails."""

SEED = 5
STOPS = ("workers frozen at a named point",)
LOSSES = ("flushes of Redis", "restarts of Redis")


def wrong(proof: Proof) -> dict[str, int]:
    return {count.what: count.found for count in proof.counts if not count.right}


def kinds(*names: str) -> list[Fault]:
    found = [fault for fault in FAULTS if fault.name in names]
    assert len(found) == len(names)
    return found


async def caught(mutant: str, faults: list[Fault], *wanted: str) -> None:
    """A broken engine is caught in one of a few small experiments."""
    program = f"tests.prove.cluster_mutants:{mutant}"
    found: set[str] = set()
    for seed in range(SEED, SEED + ROUNDS):
        found |= set(wrong(await cluster(FEW, seed, program, patience=5, kinds=faults)))
        if found.intersection(wanted):
            return
    raise AssertionError(f"{mutant}: none of {wanted} was found, but {found}")


async def test_nothing_is_lost_or_doubled_while_everything_breaks():
    proof = await cluster(SIZE, SEED)
    assert (wrong(proof), proof.notes) == ({}, ())
    assert proof.found("runs that went from one worker to another") > 0
    assert proof.found("times of a schedule") > 0
    assert proof.found("notices") > 0
    assert proof.found("agui") > 0
    assert proof.found("aisdk") > 0


async def test_an_engine_without_fences_is_caught():
    harm = ("effects duplicated", "rows of stale writers", "seq gaps", "claims with two writers")
    await caught("no_fencing", kinds(*STOPS), *harm)


async def test_a_worker_that_does_not_look_at_its_lease_is_caught():
    await caught("no_lease_check", kinds(*STOPS), "effects duplicated")


async def test_an_engine_that_trusts_redis_is_caught():
    await caught("no_finder", kinds(*LOSSES), "runs that never end", "customers who gave up")


async def test_an_engine_that_forgets_notices_is_caught():
    await caught("lazy_postman", kinds("workers told to stop"), "notices lost")


def test_a_plan_has_every_kind_and_is_the_same_for_the_same_seed():
    drawn = plan(300, 7)
    names = [fault.name for faults in drawn.values() for fault in faults]
    assert len(names) == 300
    assert set(names) == {fault.name for fault in FAULTS}
    assert drawn == plan(300, 7)
    assert drawn != plan(300, 8)
