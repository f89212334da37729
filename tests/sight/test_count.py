"""What a run adds to the figures: counted from its log, once, whoever counts."""

from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace
from tests.ledger.company import Company, calls, fails, says
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.domain.cursor import Cursor
from interlock.domain.figures import GRAINS, MINUTE, Kind, Mark
from interlock.domain.ledger import Tokens
from interlock.domain.usage import Usage
from interlock.ports.figures import FigureSum, Sought, Stretch, Whose
from interlock.sight.check_figures import check_figures
from interlock.sight.count import count_of
from interlock.testing import Story
from interlock.testing.story import ANN
from interlock.workers.counter import Counter as Counting

USAGE = Usage(input_tokens=1000, output_tokens=100)
ALL = Whose(tenant="local")


@pytest.fixture
def play(tmp_path, database):
    def begin(turns, **options: Any):
        company = Company(turns)
        agent = Agent("clerk", model=company, attempts=2, **options)
        return Story([agent], tmp_path, database_url=database)

    return begin


async def counted(story: Story) -> None:
    """Let every run that is over be counted."""
    parts = story.runtime
    while await Counting(parts.store, parts.clock, parts.sight.tallies.fetch).look():
        pass


async def sums(story: Story, kind: Kind, grain: int = MINUTE) -> Counter[tuple[str, str]]:
    stretch = [Stretch(grain, 0, 2**62)]
    found: list[FigureSum] = await story.runtime.store.read(
        lambda reader: reader.figures.sums(ALL, kind, stretch)
    )
    total: Counter[tuple[str, str]] = Counter()
    for one in found:
        total[one.name, one.what] += one.amount
    return total


async def test_runs_that_are_counted_together_share_their_sums(play):
    answers = [["Hel", "lo.", says(usage=USAGE)] for _ in range(3)]
    async with play(answers) as story:
        store = story.runtime.store
        ids = [(await story.say("hello")).run_id for _ in answers]
        one, *rest = [await store.read(lambda reader, id=id: count_of(reader, id)) for id in ids]
        # The story's own counter may be faster with any of them.
        await store.write(lambda tx: tx.figures.add([one]))
        await store.write(lambda tx: tx.figures.add([one, *rest]))
        for grain in GRAINS:
            assert (await sums(story, "run", grain))["", "ended"] == 3
            models = await sums(story, "model", grain)
            assert models["openai:gpt-4o", "cost"] == 3 * int(Decimal("0.0035") * 10**12)
        marks = await store.read(lambda reader: reader.figures.every_mark("local"))
        assert {id for id, mark in marks if mark == Mark("run", "", "success")} == set(ids)
        assert await store.read(lambda reader: check_figures(reader, "local")) == []


async def test_a_run_is_counted_once_in_every_grain(play):
    async with play([["Hel", "lo.", says(usage=USAGE)]]) as story:
        told = await story.say("hello")
        await counted(story)
        again = await story.runtime.store.read(lambda reader: count_of(reader, told.run_id))
        added = await story.runtime.store.write(lambda tx: tx.figures.add([again]))
        assert added == 0
        for grain in GRAINS:
            runs = await sums(story, "run", grain)
            assert (runs["", "ended"], runs["", "success"]) == (1, 1)
            models = await sums(story, "model", grain)
            assert models["openai:gpt-4o", "ok"] == models["openai:gpt-4o", "calls"] == 1
            assert models["openai:gpt-4o", "cost"] == int(Decimal("0.0035") * 10**12)
            assert sum(n for (_, what), n in models.items() if what.startswith("f:")) == 1


async def test_a_tool_is_followed_from_the_offer_to_what_became_of_it(play):
    desk = Desk()
    turns = [
        [calls("delete", '{"folder": "a"}', USAGE)],
        [calls("look", '{"town": 1}', USAGE)],
        [says(usage=USAGE)],
    ]
    async with play(turns, tools=[desk.delete, desk.look, desk.save]) as story:
        told = await story.say("delete a")
        edited = {"approved": True, "editedArgs": {"folder": "b"}}
        done = await story.answer(told.questions[0], edited)
        assert done.status == "success"
        await counted(story)
        tools = await sums(story, "tool")
        row = {what: n for (name, what), n in tools.items() if name == "delete" and ":" not in what}
        assert row["offered"] == 3
        assert (row["chosen"], row["asked"], row["approved"], row["edited"]) == (1, 1, 1, 1)
        assert row["done"] == 1
        assert (tools["look", "chosen"], tools["look", "invalid"]) == (1, 1)
        assert (tools["save", "offered"], tools["save", "chosen"]) == (3, 0)
        waits = await sums(story, "wait")
        assert (waits["approval", "asked"], waits["approval", "answered"]) == (1, 1)


async def test_a_figure_leads_to_the_runs_behind_it(play):
    turns = [[fails("auth")], [says(usage=USAGE)]]
    async with play(turns) as story:
        failed = await story.say("first")
        fine = await story.say("second")
        await counted(story)
        store = story.runtime.store

        async def behind(mark: Mark, **more: Any):
            sought = Sought(mark=mark, **more)
            found = await store.read(lambda reader: reader.figures.runs(ANN, sought))
            return [run.id for run in found]

        assert await behind(Mark("run", "", "failed")) == [failed.run_id]
        assert await behind(Mark("model", "", "failed")) == [failed.run_id]
        assert await behind(Mark("run", "", "ended")) == [fine.run_id, failed.run_id]
        assert await behind(Mark("run", "", "ended"), status="success") == [fine.run_id]
        assert await behind(Mark("run", "", "took"), least=3_600_000) == []


async def test_a_run_that_is_behind_a_figure_by_many_names_is_found_once_by_any(play):
    desk = Desk()
    both = [calls("look", '{"town": "A"}', USAGE), calls("save", '{"text": "a"}', USAGE)]
    turns = [[both[0]], [both[1]], [says(usage=USAGE)], [both[0]], [says(usage=USAGE)]]
    async with play(turns, tools=[desk.look, desk.save]) as story:
        two = await story.say("look and save")
        one = await story.say("look")
        await counted(story)
        store = story.runtime.store

        async def behind(name: str, **more: Any):
            sought = Sought(mark=Mark("tool", name, "chosen"), **more)
            found = await store.read(lambda reader: reader.figures.runs(ANN, sought))
            return [run.id for run in found]

        assert await behind("") == [one.run_id, two.run_id]
        assert await behind("look") == [one.run_id, two.run_id]
        assert await behind("save") == [two.run_id]
        assert await behind("", least=1) == [one.run_id, two.run_id]
        assert await behind("", least=2) == []
        assert await behind("", limit=1) == [one.run_id]
        first = await store.read(lambda reader: reader.run(one.run_id))
        after = Cursor(first.ended_at, first.id)
        assert await behind("", limit=1, before=after) == [two.run_id]


async def test_forgotten_figures_come_back_the_same(play):
    async with play([["Hi.", says(usage=USAGE)]]) as story:
        await story.say("hello")
        await counted(story)
        store = story.runtime.store
        before = await store.read(lambda reader: reader.figures.every("local"))
        await store.write(lambda tx: tx.figures.forget("local"))
        await counted(story)
        assert await store.read(lambda reader: reader.figures.every("local")) == before


async def test_a_correction_is_in_the_figures_whether_it_comes_before_or_after_the_count(play):
    async with play([["Hi.", says(usage=USAGE)]]) as story:
        store = story.runtime.store
        for early in (True, False):
            told = await story.say("hello")
            if not early:
                await counted(story)
            [row] = await store.read(lambda reader, run=told.run_id: reader.ledger.of_run(run))
            more = replace(row, revision=1, cost=Decimal("0.001"), why="repriced", tokens=Tokens())
            await store.write(lambda tx, entry=more: tx.ledger.book(entry))
            await counted(story)
        models = await sums(story, "model")
        assert models["openai:gpt-4o", "cost"] == int(Decimal("0.009") * 10**12)
        assert await store.read(lambda reader: check_figures(reader, "local")) == []
