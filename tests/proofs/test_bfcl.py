"""The 320 cases, counted."""

from collections.abc import Callable

from tests.proofs.bfcl import count

Record = Callable[[str, object], None]


def test_every_expected_call_is_valid_and_every_broken_one_names_its_argument(
    record_property: Record,
):
    counts = count()

    record_property("counts", dict(counts))
    assert (counts["cases"], counts["calls"], counts["accepted"]) == (320, 394, 394)
    broken = {name.removeprefix("broken."): n for name, n in counts.items() if "broken." in name}
    named = {name.removeprefix("named."): n for name, n in counts.items() if "named." in name}
    assert named == broken
    assert broken.keys() == {"dropped", "type", "extra", "enum"}
    assert min(broken.values()) > 50
