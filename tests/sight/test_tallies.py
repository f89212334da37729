"""What is counted while a run is written is what its log says afterwards."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from tests.ledger.company import Company, calls, fails, says
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.domain.events import Event, InterruptClosed, RunEnded
from interlock.domain.usage import Usage
from interlock.sight import tallies
from interlock.sight.count import count_of
from interlock.sight.tallies import Tallies
from interlock.testing import Story

USAGE = Usage(input_tokens=1000, output_tokens=100)


@pytest.fixture
async def logs(tmp_path) -> dict[str, tuple[list[Event], Any]]:
    """Logs of runs of every kind, and what each adds."""
    desk = Desk()
    turns = [
        [calls("look", '{"city": "Oslo"}', USAGE)],
        ["Co", "ld.", says(usage=USAGE)],
        [fails("overloaded")],
        ["At last.", says(usage=USAGE)],
        [fails("auth")],
        [calls("delete", '{"folder": "a"}', USAGE)],
        ["Gone.", says(usage=USAGE)],
    ]
    agent = Agent("clerk", model=Company(turns), attempts=2, tools=[desk.look, desk.delete])
    async with Story([agent], tmp_path) as story:
        told = [await story.say(words) for words in ("look", "again", "fail", "delete a")]
        ids = [one.run_id for one in told]
        ids.append((await story.answer(told[-1].questions[0], {"approved": True})).run_id)
        store = story.runtime.store
        return {
            run_id: await store.read(
                lambda reader, run_id=run_id: (reader.events(run_id), count_of(reader, run_id))
            )
            for run_id in ids
        }


def follow(tally: Tallies, events: Sequence[Event], chance: Random) -> None:
    """Write a log in groups as they come."""
    rest = list(events)
    while rest:
        size = chance.randint(1, 4)
        tally.take(rest[:size])
        del rest[:size]


async def test_a_run_that_was_followed_from_its_beginning_adds_what_its_log_says(logs):
    followed = Tallies()
    left = 0
    for run_id, (events, count) in logs.items():
        assert isinstance(events[-1].data, RunEnded)
        follow(followed, events, Random(len(events)))
        found = followed.fetch(run_id)
        if any(isinstance(event.data, InterruptClosed) for event in events):
            assert found is None
            left += 1
        else:
            assert found == count
            assert count.figures
            assert count.marks
        assert followed.fetch(run_id) is None
    assert left == 1


async def test_a_run_that_somebody_else_wrote_a_part_of_is_left_to_its_log(logs):
    (run_id, (events, _)), *_ = logs.items()
    for gone in range(len(events)):
        followed = Tallies()
        part = [*events[:gone], *events[gone + 1 :]]
        for event in part:
            followed.take([event])
        assert followed.fetch(run_id) is None


async def test_of_too_many_runs_the_oldest_are_forgotten(logs, monkeypatch):
    monkeypatch.setattr(tallies, "MOST", 1)
    (one, (first, _)), (two, (second, count)), *_ = logs.items()
    followed = Tallies()
    followed.take(first[:2])
    follow(followed, second, Random(1))
    follow(followed, first[2:], Random(1))
    assert followed.fetch(one) is None
    assert followed.fetch(two) == count
