"""The dashboard over HTTP: figures, and the runs behind each of them."""

import asyncio
import contextlib
from decimal import Decimal
from typing import Any

import pytest
from tests.ledger.company import Company, calls, fails, says
from tests.server.house import serving
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.domain.usage import Usage
from interlock.testing import Story
from interlock.workers.counter import Counter

USAGE = Usage(input_tokens=1000, output_tokens=100)


@pytest.fixture
def shown(tmp_path, database):
    """Serve a clerk who plays turns, and count what became of it."""

    @contextlib.asynccontextmanager
    async def begin(*turns: Any, **options: Any):
        agent = Agent("clerk", model=Company(turns), attempts=1, **options)
        async with (
            Story([agent], tmp_path, database_url=database) as story,
            serving(story.runtime) as house,
        ):
            yield house

    return begin


async def counted(house: Any) -> dict[str, Any]:
    """The dashboard of the chief, once everything is in it."""
    parts = house.runtime
    async with asyncio.timeout(20):
        while True:
            await Counter(parts.store, parts.clock, parts.sight.tallies.fetch).look()
            status, found = await house.get("/v1/dashboard", "chief")
            assert status == 200
            if not found["waiting"]:
                return found


async def test_the_dashboard_tells_what_is_wrong_and_what_it_cost(shown):
    async with shown([says(usage=USAGE)], [fails("auth")], [says(usage=USAGE)]) as house:
        for _ in range(3):
            await house.run()
        found = await counted(house)
        totals = found["totals"]
        assert (totals["runs"], totals["success"], totals["failed"]) == (3, 2, 1)
        assert (totals["model_calls"], totals["model_failed"]) == (3, 1)
        assert Decimal(totals["cost"]) == Decimal("0.007")
        [model, lost] = found["models"]
        assert (model["model"], model["ok"]) == ("openai:gpt-4o", 2)
        assert lost["failed"] == 1
        assert sum(point["success"] for point in found["points"]) == 2
        assert sum(Decimal(point["cost"]) for point in found["points"]) == Decimal("0.007")
        [agent] = found["agents"]
        assert (agent["agent"], agent["runs"], len(agent["version"])) == ("clerk", 3, 8)
        assert found["versions"] == [{"agent": "clerk", "version": agent["version"]}]


async def test_each_figure_opens_the_runs_behind_it(shown):
    desk = Desk()
    turns = ([calls("look", '{"town": 1}', USAGE)], [says(usage=USAGE)], [fails("auth")])
    async with shown(*turns, tools=[desk.look]) as house:
        invalid = await house.run()
        failed = await house.run()
        await counted(house)

        async def ids(query: str, who: str = "chief") -> list[str]:
            status, found = await house.get(f"/v1/runs?{query}", who)
            assert status == 200
            return [run["id"] for run in found["runs"]]

        assert await ids("behind=tool:look:invalid") == [invalid["id"]]
        assert await ids("tool=look&outcome=invalid") == [invalid["id"]]
        assert await ids("behind=run::failed") == [failed["id"]]
        assert await ids("behind=model:openai:gpt-4o:ok") == [invalid["id"]]
        assert await ids("status=failed&agent=clerk") == [failed["id"]]
        assert await ids("behind=run::ended&until=1") == []
        assert await ids("behind=run::took&least=999999999") == []
        assert await ids("behind=run::failed", "bob") == []
        status, page = await house.get("/v1/runs?since=1&limit=1", "chief")
        assert (status, [run["id"] for run in page["runs"]]) == (200, [failed["id"]])
        assert await ids(f"since=1&limit=1&before={page['before']}") == [invalid["id"]]
        for wrong in ("behind=cat:x:y", "behind=tool", "outcome=done"):
            assert (await house.get(f"/v1/runs?{wrong}", "chief"))[0] == 400


async def test_a_share_that_went_elsewhere_opens_its_runs(shown):
    spare = Company([[says(usage=USAGE)]], "anthropic")
    async with shown([fails("overloaded")], [says(usage=USAGE)], fallback=[spare]) as house:
        moved, direct = await house.run(), await house.run()
        [route] = (await counted(house))["routes"]
        assert route == {
            "agent": "clerk",
            "route": "model",
            "choice": "openai:openai",
            "calls": 2,
            "first": 1,
            "elsewhere": {"overloaded": 1},
            "unanswered": {},
        }
        for what, run in (("elsewhere.overloaded", moved), ("first", direct)):
            mark = f"behind=route:openai:openai:model.{what}&agent=clerk"
            status, found = await house.get(f"/v1/runs?{mark}", "chief")
            assert (status, [one["id"] for one in found["runs"]]) == (200, [run["id"]])


async def test_one_row_tells_whether_a_tool_is_never_called_or_called_wrongly(shown):
    desk = Desk()
    turns = ([calls("look", '{"town": 1}', USAGE)], [says(usage=USAGE)])
    async with shown(*turns, tools=[desk.look, desk.save]) as house:
        await house.run()
        await counted(house)
        status, found = await house.get("/v1/tools/stats", "chief")
        assert status == 200
        rows = {row["tool"]: row for row in found["tools"]}
        look, save = rows["look"], rows["save"]
        assert (look["offered"], look["chosen"], look["invalid"], look["done"]) == (2, 1, 1, 0)
        assert (save["offered"], save["chosen"]) == (2, 0)


async def test_the_dashboard_is_for_admins_of_the_tenant(shown):
    async with shown([says(usage=USAGE)]) as house:
        await house.run()
        await counted(house)
        assert (await house.get("/v1/dashboard", "ann"))[0] == 403
        assert (await house.get("/v1/tools/stats", "ann"))[0] == 403
        status, found = await house.get("/v1/dashboard", "eve")
        assert (status, found["totals"]["runs"], found["agents"]) == (200, 0, [])
        assert (await house.get("/v1/dashboard?since=5&until=5", "chief"))[0] == 422


async def test_figures_are_counted_again_from_the_log(shown):
    async with shown([says(usage=USAGE)]) as house:
        await house.run()
        before = await counted(house)
        status, found = await house.post("/v1/dashboard/recount", {}, "chief")
        assert (status, found) == (202, {"runs": 1})
        assert (await counted(house))["totals"] == before["totals"]
