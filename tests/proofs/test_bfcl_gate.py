"""Every case through the whole engine, counted."""

from tests.proofs.bfcl_gate import play_all


async def test_what_is_valid_runs_and_what_is_broken_is_refused_by_name():
    counts = await play_all()

    assert counts == {
        "cases": 270,
        "calls": 394,
        "accepted": 394,
        "broken_that_ran": 0,
        "broken.dropped": 801,
        "broken.type": 985,
        "broken.extra": 395,
        "broken.enum": 58,
        "named.dropped": 801,
        "named.type": 985,
        "named.extra": 395,
        "named.enum": 58,
    }
