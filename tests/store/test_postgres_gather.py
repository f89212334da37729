"""What a lane takes on at once: fragments wait a moment for others, nothing else does."""

from collections.abc import Sequence
from queue import SimpleQueue
from typing import Any

import pytest
from tests.store.build import delta, numbered, started

from interlock.domain.events import Fact
from interlock.store import postgres_threads
from interlock.store.job import Job
from interlock.store.postgres_append import Append, Work
from interlock.store.postgres_threads import gather

Inbox = SimpleQueue[Work | None]


def job(run_id: str, *facts: Fact) -> Work:
    future: Any = None
    return Job(Append(run_id, 1, tuple(numbered(1, facts, run_id)), "*"), future)


@pytest.fixture
def inbox() -> Inbox:
    return SimpleQueue()


@pytest.fixture
def meanwhile(inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> list[Work | None]:
    """What arrives while a lane waits; empty after it did."""
    arriving: list[Work | None] = []

    def wait(seconds: float) -> None:
        assert seconds == postgres_threads.COLLECT_SECONDS
        while arriving:
            inbox.put(arriving.pop(0))

    monkeypatch.setattr(postgres_threads.time, "sleep", wait)
    return arriving


def put(inbox: Inbox, jobs: Sequence[Work | None]) -> Inbox:
    for one in jobs:
        inbox.put(one)
    return inbox


def names(batch: Sequence[Work]) -> list[str]:
    return [one.work.run_id for one in batch]


def test_fragments_are_collected_for_a_moment(inbox: Inbox, meanwhile: list[Work | None]):
    meanwhile += [job("c", delta()), job("d", started())]
    batch, more = gather(put(inbox, [job("a", delta()), job("b", delta(), delta())]))
    assert (names(batch), more) == (["a", "b", "c", "d"], True)


def test_what_lasts_is_written_at_once_with_what_is_there(
    inbox: Inbox, meanwhile: list[Work | None]
):
    meanwhile += [job("c", delta())]
    batch, more = gather(put(inbox, [job("a", delta()), job("b", started())]))
    assert (names(batch), more) == (["a", "b"], True)
    assert len(meanwhile) == 1


def test_the_last_job_is_written_before_the_lane_ends(inbox: Inbox, meanwhile: list[Work | None]):
    meanwhile += [job("b", delta()), None]
    batch, more = gather(put(inbox, [job("a", delta())]))
    assert (names(batch), more) == (["a", "b"], False)
    assert gather(put(inbox, [None])) == ([], False)


def test_a_batch_has_a_bound_and_what_is_left_comes_next(
    inbox: Inbox, meanwhile: list[Work | None], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(postgres_threads, "MAX_BATCH", 3)
    put(inbox, [job(name, delta()) for name in "abcde"])
    assert names(gather(inbox)[0]) == ["a", "b", "c"]
    assert names(gather(inbox)[0]) == ["d", "e"]
    assert not meanwhile
