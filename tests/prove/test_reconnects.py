"""Small reconnects hold on the engine as it is, and catch feeds that lose or repeat."""

import pytest

from interlock.prove.reconnects import reconnects
from interlock.prove.report import Proof

pytestmark = pytest.mark.timeout(120)

CUTS = 60


def wrong(proof: Proof) -> set[str]:
    return {count.what for count in proof.counts if not count.right}


async def test_a_reader_that_is_cut_off_anywhere_gets_every_event_once_and_in_order():
    proof = await reconnects(CUTS, 1)
    assert wrong(proof) == set()
    assert proof.found("events read") >= 20 * proof.found("events in the log")


@pytest.mark.parametrize(
    ("mutant", "what"),
    [("forgetful_feed", "events lost"), ("stammering_feed", "events doubled")],
)
async def test_a_feed_that_loses_or_repeats_is_caught(mutant: str, what: str):
    assert what in wrong(await reconnects(CUTS, 1, f"tests.prove.mutants:{mutant}"))
