"""A lease ends by itself, and nothing begins after it."""

import pytest
from tests.store.build import run

from interlock.errors import LeaseLost
from interlock.workers.lease import TimedLease


class Watch:
    """A steady clock that a test sets."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def lease(watch: Watch, limit: int = 0, moved: list[str] | None = None) -> TimedLease:
    note = [] if moved is None else moved
    return TimedLease(run("run_1"), 130.0, limit, watch, lambda: note.append("moved"))


def test_a_lease_lets_everything_pass_until_its_end_and_nothing_after_it():
    watch, moved = Watch(), []
    one = lease(watch, moved=moved)
    one.check()
    watch.at = 129.9
    one.check()
    watch.at = 130.0
    with pytest.raises(LeaseLost):
        one.check()
    assert moved == ["moved", "moved"]


def test_a_lease_that_was_prolonged_holds():
    watch = Watch()
    one = lease(watch)
    one.until = 160.0
    watch.at = 159.0
    one.check()


def test_a_lost_lease_lets_nothing_pass_and_says_so_once():
    one, told = lease(Watch()), []
    one.on_lost(lambda: told.append("lost"))
    one.lose()
    one.lose()
    with pytest.raises(LeaseLost):
        one.check()
    assert told == ["lost"]
