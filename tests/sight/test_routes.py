"""Who answered: the first choice, another model and for which reason, or nobody."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.ledger.company import Company, fails, says
from tests.sight.test_count import counted

from interlock.domain.agents import Agent
from interlock.domain.dashboard import RouteLine
from interlock.domain.figures import Mark
from interlock.domain.model import Model
from interlock.domain.usage import Usage
from interlock.ports import Tx
from interlock.ports.figures import Sought
from interlock.sight.board import Wanted, dashboard
from interlock.sight.check_figures import check_figures
from interlock.testing import Story
from interlock.testing.story import ANN

USAGE = Usage(input_tokens=1000, output_tokens=100)
OK = [says(usage=USAGE)]


@pytest.fixture
def play(tmp_path, database):
    def begin(first: Model, *others: Model, attempts: int = 1) -> Story:
        agent = Agent("clerk", model=first, fallback=others, attempts=attempts)
        return Story([agent], tmp_path, database_url=database)

    return begin


async def routes(story: Story, **more: Any) -> list[RouteLine]:
    await counted(story)
    wanted = Wanted(since=1, until=story.runtime.clock.now() + 1, **more)
    wanted = replace(wanted, since=wanted.until - 3_600_000)
    found = await story.runtime.store.read(lambda reader: dashboard(reader, "local", wanted))
    return found.routes


async def behind(story: Story, what: str, name: str = "openai:openai") -> list[str]:
    sought = Sought(mark=Mark("route", name, what))
    found = await story.runtime.store.read(lambda reader: reader.figures.runs(ANN, sought))
    return [run.id for run in found]


async def test_each_call_is_in_one_place_by_who_answered_and_why(play):
    first = Company([OK, [fails("overloaded")], [fails("auth")], [fails("auth")], OK])
    second = Company([OK, OK, [fails("quota")]], "anthropic")
    async with play(first, second) as story:
        runs = [await story.say("hello") for _ in range(5)]
        assert [run.status for run in runs] == ["success"] * 3 + ["failed", "success"]
        [line] = await routes(story)
        assert line == RouteLine(
            agent="clerk",
            route="model",
            choice="openai:openai",
            calls=5,
            first=2,
            elsewhere={"auth": 1, "overloaded": 1},
            unanswered={"quota": 1},
        )
        ids = [run.run_id for run in runs]
        assert await behind(story, "model.first") == [ids[4], ids[0]]
        assert await behind(story, "model.elsewhere.overloaded") == [ids[1]]
        assert await behind(story, "model.unanswered.quota") == [ids[3]]
        assert len(await behind(story, "model.calls")) == 5
        assert await behind(story, "model.elsewhere.auth", "") == [ids[2]]


async def test_a_retry_that_helps_is_the_first_choice_and_the_reason_is_the_last_before_it_was_left(
    play,
):
    first = Company([[fails("network")], OK, [fails("network")], [fails("rate_limit")]])
    second = Company([[fails("bad_request")]], "anthropic")
    third = Company([OK], "mistral")
    async with play(first, second, third, attempts=2) as story:
        for _ in range(2):
            assert (await story.say("hello")).status == "success"
        [line] = await routes(story)
        assert (line.calls, line.first) == (2, 1)
        assert (line.elsewhere, line.unanswered) == ({"rate_limit": 1}, {})


async def test_a_call_that_somebody_stops_is_answered_by_nobody(play):
    first = Company([["Hel", None]])
    async with play(first) as story:
        run_id = await story.begin("hello")
        await first.waits.wait()
        assert (await story.stop(run_id)).status == "cancelled"
        [line] = await routes(story)
        assert (line.calls, line.first, line.unanswered) == (1, 0, {"cancelled": 1})


def execute(tx: Any, statement: str) -> None:
    """What no command does."""
    tx.session.connection.execute(statement)


async def test_the_audit_counts_routes_anew_and_leaves_out_what_an_earlier_version_counted(play):
    async with play(Company([OK])) as story:
        await story.say("hello")
        assert len(await routes(story)) == 1
        store = story.runtime.store
        assert await store.read(lambda reader: check_figures(reader, "local")) == []

        def forge(tx: Tx) -> None:
            """As the version before left it: no routes, and no word of them."""
            execute(tx, "DELETE FROM figures WHERE kind = 'route'")
            execute(tx, "DELETE FROM figure_marks WHERE kind = 'route'")

        await store.write(forge)
        found = await store.read(lambda reader: check_figures(reader, "local"))
        assert {(one.what, one.kept) for one in found} == {("figure", "0"), ("mark", "0")}
        assert len(found) == 3 * 2 + 2

        def earlier(tx: Tx) -> None:
            execute(tx, "UPDATE runs SET routed = 0")

        await store.write(earlier)
        assert await store.read(lambda reader: check_figures(reader, "local")) == []
        await store.write(lambda tx: tx.figures.forget("local"))
        [line] = await routes(story)
        assert (line.calls, line.first) == (1, 1)
        assert await store.read(lambda reader: check_figures(reader, "local")) == []
