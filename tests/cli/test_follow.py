"""What a stopped turn leaves behind, in words."""

from tests.cli.logs import call, ended, judged, said, started, view_of

from interlock.cli.follow import kept
from interlock.domain import results
from interlock.domain.events import ToolEnded
from interlock.domain.lifecycle import CallStatus
from interlock.domain.state import CallState


def stopped(call_id: str, status: CallStatus, *, repeatable: bool) -> ToolEnded:
    """The end that the engine itself gives to a call that was open at the stop."""
    state = CallState(
        id=call_id, name="look", raw="", message_id="m", round=1, status=status,
        repeatable=repeatable,
    )  # fmt: skip
    kind, result = results.cancelled(state)
    return ToolEnded(call_id=call_id, name="look", kind=kind, result=result)


def test_nothing_said_and_nothing_done_is_said_so():
    assert kept(view_of()) == ["nothing had been said"]


def test_what_was_done_what_was_not_and_what_nobody_knows_are_kept_apart():
    calls = [call(f"call_{number}") for number in (1, 2, 3, 4)]
    view = view_of(
        said("I look at four things.", *calls),
        judged(),
        started(),
        ended(),
        stopped("call_2", "allowed", repeatable=False),
        stopped("call_3", "running", repeatable=True),
        stopped("call_4", "running", repeatable=False),
    )
    assert kept(view) == [
        "kept: 5 words of the answer",
        "done before the stop: look",
        "stopped without effect: look, look",
        "it is not known whether these took effect: look",
    ]
