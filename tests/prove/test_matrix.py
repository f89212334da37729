"""A small matrix holds on both databases, and catches engines that break one rule each."""

import pytest
from tests.databases import POSTGRES

from interlock.failpoints import NAMES
from interlock.prove.matrix import INVARIANTS, Kind, matrix
from interlock.prove.report import Proof

pytestmark = pytest.mark.timeout(240)

DRAWN = 8
"""Beside a death at each point: `make prove` draws more."""

DEATHS: frozenset[Kind] = frozenset({"deaths"})
FREEZES: frozenset[Kind] = frozenset({"freezes"})


def wrong(proof: Proof) -> set[str]:
    """The invariants that did not hold."""
    found = {count.what for count in proof.counts if not count.right}
    return {number for number, words in INVARIANTS.items() if words in found}


async def test_a_process_may_die_at_every_point_and_the_next_one_again():
    proof = await matrix(DRAWN, 1)
    assert ([count for count in proof.counts if not count.right], proof.notes) == ([], ())
    assert proof.found("named points where one died") == len(NAMES)
    assert proof.found("cases with a second death") > 0
    assert proof.found("questions: did it happen?") > 0


async def test_the_same_holds_on_postgres():
    proof = await matrix(DRAWN, 1, database=POSTGRES, kinds=DEATHS)
    assert ([count for count in proof.counts if not count.right], proof.notes) == ([], ())


async def test_a_process_that_froze_and_lost_its_run_writes_nothing_and_does_nothing():
    proof = await matrix(DRAWN, 1, database=POSTGRES, kinds=FREEZES)
    assert ([count for count in proof.counts if not count.right], proof.notes) == ([], ())
    assert proof.found("processes frozen and woken") > 0


@pytest.mark.parametrize(
    ("mutant", "broken"),
    [
        ("rerun_unknown", "I2"),
        ("ledger_afterwards", "I3"),
        ("consumed_afterwards", "I5"),
        ("answer_without_swap", "I7"),
    ],
)
async def test_an_engine_that_breaks_a_rule_is_caught(mutant: str, broken: str):
    program = f"tests.prove.matrix_mutants:{mutant}"
    proof = await matrix(DRAWN, 1, program, kinds=DEATHS, until=broken)
    assert broken in wrong(proof)


async def test_a_sum_that_is_added_after_what_it_counts_is_seen_by_the_audit_alone():
    mutant = "tests.prove.matrix_mutants:sums_afterwards"
    proof = await matrix(DRAWN, 1, mutant, kinds=DEATHS, until="I8")
    assert wrong(proof) == {"I8"}
    assert any("I8 runs " in note for note in proof.notes)


async def test_an_engine_without_fencing_is_caught_by_freezing_alone():
    mutant = "tests.prove.matrix_mutants:no_fencing"
    proof = await matrix(DRAWN, 1, mutant, POSTGRES, FREEZES)
    assert wrong(proof) >= {"I2", "I6"}
