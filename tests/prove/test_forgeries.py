"""The table of forgeries has no effect on the engine as it is, and some on a credulous one."""

import pytest

from interlock.prove.forgeries import cases, forgeries

pytestmark = pytest.mark.timeout(120)


async def test_no_forgery_has_an_effect():
    proof = await forgeries(0, 1)
    assert ([count for count in proof.counts if not count.right], proof.notes) == ([], ())
    assert proof.found("questions that still waited") > 40


@pytest.mark.parametrize(
    ("mutant", "attacks"), [("anybody_answers", {"A1", "A6"}), ("stale_yes", {"A7"})]
)
async def test_a_credulous_engine_is_caught(mutant: str, attacks: set[str]):
    proof = await forgeries(0, 1, f"tests.prove.mutants:{mutant}")
    assert proof.found("effects") > 0
    assert proof.found("forged answers taken") > 0
    assert {note.split(",")[1].split(":")[0].strip() for note in proof.notes} == attacks


def test_every_attack_on_histories_comes_through_every_door_that_has_one():
    table = cases()
    tried = {(case.protocol, case.attack) for case in table}
    histories = {f"B{number}" for number in range(1, 12)}
    assert {attack for door, attack in tried if door == "agui"} >= histories
    assert {attack for door, attack in tried if door == "aisdk"} >= histories
    assert len({(case.protocol, case.name) for case in table}) == len(table)
