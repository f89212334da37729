"""The recorded runs give exactly the messages that the web UI is tested with."""

import pytest
from scripts.record_runs import TARGET, messages, read

NAMES = sorted(path.stem for path in TARGET.glob("*.jsonl"))


def test_every_recording_has_both_files():
    assert NAMES
    assert sorted(path.name.removesuffix(".ui.json") for path in TARGET.glob("*.ui.json")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_run_is_told_as_it_was_recorded(name):
    assert messages(read(name)) == (TARGET / f"{name}.ui.json").read_text("utf-8")
