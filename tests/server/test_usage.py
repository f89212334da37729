"""The ledger over HTTP: what was used, what it cost, and what may still be spent."""

import contextlib
import csv
import io
from decimal import Decimal
from typing import Any

import pytest
from tests.ledger.company import Company, says
from tests.server.house import serving

from interlock.domain.agents import Agent
from interlock.domain.usage import Usage
from interlock.testing import Story

USAGE = Usage(input_tokens=1000, output_tokens=100)


@pytest.fixture
def kept(tmp_path, database):
    """Serve a clerk whose answers cost 0.0035 USD."""

    @contextlib.asynccontextmanager
    async def begin(*turns: Any):
        company = Company(turns or [[says(usage=USAGE)]])
        agent = Agent("clerk", model=company, max_tokens=100)
        async with (
            Story([agent], tmp_path, database_url=database) as story,
            serving(story.runtime) as house,
        ):
            yield house

    return begin


async def test_the_report_adds_up_by_whatever_it_is_grouped(kept):
    async with kept() as house:
        for who in ("ann", "ann", "bob"):
            await house.run(who=who)
        for by in ("day", "user", "model", "agent,outcome", "month,kind"):
            status, found = await house.get(f"/v1/usage?by={by}", "chief")
            assert status == 200
            total = sum(Decimal(group["cost"]) for group in found["groups"])
            assert total == Decimal(found["total"]["cost"]) == Decimal("0.0105")
        assert found["total"]["calls"] == 3
        assert Decimal(found["per_run"]) == Decimal("0.0035")
        assert Decimal(found["per_user"]) == Decimal("0.00525")
        assert found["partial"] is False
        assert found["count"]["runs"] == {"success": 3}


async def test_a_user_sees_their_own_use_and_an_admin_that_of_the_tenant(kept):
    async with kept() as house:
        await house.run(who="ann")
        await house.run(who="bob")
        seen = {
            who: (await house.get("/v1/usage?by=user", who))[1] for who in ("ann", "chief", "eve")
        }
        assert [group["user"] for group in seen["ann"]["groups"]] == ["ann"]
        assert [group["user"] for group in seen["chief"]["groups"]] == ["ann", "bob"]
        assert seen["eve"]["groups"] == []
        _, other = await house.get("/v1/usage?by=user&user=bob", "ann")
        assert [group["user"] for group in other["groups"]] == ["ann"]


async def test_money_is_never_a_float_in_json(kept):
    async with kept() as house:
        run = await house.run()
        _, report = await house.get("/v1/usage")
        _, ledger = await house.get(f"/v1/runs/{run['id']}/usage")

    def floats(value: Any) -> list[float]:
        if isinstance(value, dict):
            return [one for part in value.values() for one in floats(part)]
        if isinstance(value, list):
            return [one for part in value for one in floats(part)]
        return [value] if isinstance(value, float) else []

    assert floats([report, ledger]) == []
    assert ledger["cost"] == "0.0035"


async def test_the_report_as_a_table_for_spreadsheets(kept):
    async with kept() as house:
        await house.run()
        async with house.open("GET", "/v1/usage?by=user,model&format=csv") as response:
            assert response.content_type == "text/csv"
            rows = list(csv.DictReader(io.StringIO(await response.text())))
        assert [(row["user"], row["model"], row["cost"]) for row in rows] == [
            ("ann", "gpt-4o", "0.0035")
        ]


@pytest.mark.parametrize(
    ("query", "code"),
    [("by=colour", "bad_group"), ("from=yesterday", "bad_day"), ("format=xml", "bad_query")],
)
async def test_a_wrong_question_gets_a_clear_answer(kept, query, code):
    async with kept() as house:
        status, problem = await house.get(f"/v1/usage?{query}")
        assert (status in {400, 422}, problem["code"]) == (True, code)


async def test_nobody_sees_the_ledger_of_a_foreign_run(kept):
    async with kept() as house:
        run = await house.run(who="ann")
        status, _ = await house.get(f"/v1/runs/{run['id']}/usage", "bob")
        assert status == 404


async def test_an_admin_sets_a_quota_and_it_holds(kept):
    async with kept() as house:
        form = {"limit": "20", "measure": "tokens", "period": "day"}
        status, quota = await house.ask("PUT", "/v1/quotas", "chief", json=form)
        assert (status, quota["cap"]) == (200, 20)
        run = await house.run()
        assert (run["status"], run["brake"]) == ("interrupted", "quota")
        _, found = await house.get("/v1/quotas", "chief")
        assert found["quotas"][0]["words"] == "20 tokens a day"
        status, _ = await house.ask("DELETE", f"/v1/quotas/{quota['id']}", "chief")
        assert status == 204
        assert (await house.run())["status"] == "success"


async def test_only_an_admin_sets_quotas_reprices_and_recounts(kept):
    async with kept() as house:
        form = {"limit": "20", "measure": "tokens"}
        for method, path, body in (
            ("PUT", "/v1/quotas", form),
            ("DELETE", "/v1/quotas/quota_1", None),
            ("PUT", "/v1/usage/zone", {"zone": "UTC"}),
            ("POST", "/v1/usage/reprice", {"dry_run": False}),
            ("GET", "/v1/usage/invoice", None),
            ("GET", "/v1/usage/recount", None),
        ):
            status, _ = await house.ask(method, path, "ann", json=body)
            assert status == 403, path


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"limit": "-1"}, "bad_limit"),
        ({"limit": "1e30"}, "bad_limit"),
        ({"limit": "1", "scope": "user"}, "bad_subject"),
        ({"limit": "1", "subject": "ann"}, "bad_subject"),
    ],
)
async def test_a_quota_that_makes_no_sense_is_refused(kept, form, code):
    async with kept() as house:
        status, problem = await house.ask("PUT", "/v1/quotas", "chief", json=form)
        assert (status, problem["code"]) == (422, code)


async def test_a_user_sees_the_quotas_that_are_about_them(kept):
    async with kept() as house:
        for subject in ("ann", "bob"):
            form = {"limit": "5", "scope": "user", "subject": subject}
            await house.ask("PUT", "/v1/quotas", "chief", json=form)
        _, found = await house.get("/v1/quotas", "ann")
        assert [one["quota"]["subject"] for one in found["quotas"]] == ["ann"]


async def test_the_tenants_zone_is_chosen_by_its_name(kept):
    async with kept() as house:
        body = {"zone": "Asia/Tokyo"}
        status, found = await house.ask("PUT", "/v1/usage/zone", "chief", json=body)
        assert (status, found) == (200, body)
        status, problem = await house.ask("PUT", "/v1/usage/zone", "chief", json={"zone": "Mars"})
        assert (status, problem["code"]) == (422, "bad_zone")
        assert (await house.get("/v1/usage"))[1]["zone"] == "Asia/Tokyo"


async def test_nothing_differs_right_after_booking(kept):
    async with kept() as house:
        await house.run()
        _, repriced = await house.post("/v1/usage/reprice", {}, "chief")
        _, recounted = await house.get("/v1/usage/recount", "chief")
        assert (repriced["changes"], repriced["written"]) == ([], False)
        assert recounted == {"differences": []}


async def test_what_was_booked_is_laid_beside_an_invoice(kept):
    async with kept() as house:
        await house.run()
        _, found = await house.get("/v1/usage/invoice?provider=openai", "chief")
        assert [(one["model"], one["cost"]) for one in found["days"]] == [("gpt-4o", "0.0035")]
