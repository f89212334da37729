"""What is generated from the server is what the server says today."""

from pathlib import Path

from scripts.generate_types import TARGET, generate

from interlock.domain.interrupts import NEXT
from interlock.domain.lifecycle import CALL_NEXT, RUN_NEXT
from interlock.domain.recovery import RECOVERY
from interlock.domain.tools import NEVER_RAN, OutcomeKind

ROOT = Path(__file__).parent.parent


def test_the_tables_of_the_web_ui_are_those_of_the_server():
    assert TARGET.read_text("utf-8") == generate(), "run: make generate"


def test_every_state_of_every_lifecycle_is_in_the_file():
    text = TARGET.read_text("utf-8")
    states = {*CALL_NEXT, *RUN_NEXT, *NEXT, *RECOVERY}
    assert [state for state in sorted(states) if f"  {state}: [" not in text] == []


def test_every_outcome_has_its_recovery_and_no_no_is_worn_down():
    assert set(RECOVERY) == set(OutcomeKind.__args__)
    assert all(not RECOVERY[kind] for kind in ("rejected", "refused", "superseded"))
    unsure = {kind for kind, helps in RECOVERY.items() if "check" in helps}
    assert not unsure & NEVER_RAN
