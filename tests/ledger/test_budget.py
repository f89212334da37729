"""Quotas in a run: room is asked for before the call, and without room the run asks or ends."""

import asyncio
from collections import Counter
from decimal import Decimal

from tests.ledger.company import Company, fails, says
from tests.stories.tools import Desk

from interlock.domain.agents import Agent
from interlock.domain.events import ModelHeld, ModelStarted, Noted
from interlock.domain.usage import Usage
from interlock.ledger.bounds import QuotaForm
from interlock.ledger.office import Office
from interlock.testing import Story
from interlock.testing.story import ANN

USAGE = Usage(input_tokens=60, output_tokens=40)
TEXT = "word " * 20  # at most 156 tokens with the answer; the provider counts 100
PRICES = '[[price]]\nprovider = "openai"\nmodel = "openai"\ninput = 2.5\noutput = 10\n'


def office(story: Story) -> Office:
    parts = story.runtime
    return Office(parts.store, parts.clock, parts.till)


async def bound(story: Story, limit: int | str, **members: str) -> None:
    form = QuotaForm(limit=Decimal(limit), **{"measure": "tokens", "period": "day", **members})  # pyright: ignore[reportArgumentType]
    await office(story).put_quota(ANN, form)


def clerk(company: Company, **options: object) -> Agent:
    return Agent("clerk", model=company, max_tokens=40, **options)  # pyright: ignore[reportArgumentType]


async def used(story: Story) -> int:
    [view] = await office(story).quotas(ANN)
    assert view.meters[0].reserved_tokens == 0
    return view.meters[0].spent_tokens


async def test_a_run_without_room_asks_before_the_call_and_goes_on_when_there_is_room(tmp_path):
    company = Company([[says(usage=USAGE)]])
    async with Story([clerk(company)], tmp_path) as story:
        await bound(story, 200)
        first = await story.say(TEXT)
        told = await story.say("and again", first.thread_id)
        assert (first.status, told.status, told.end.brake) == ("success", "interrupted", "quota")
        assert len(company.requests) == 1
        assert "200 tokens a day" in told.questions[0].question
        assert not any(isinstance(fact, ModelStarted) for fact in told.facts)
        again = await story.answer(told.questions[0], {"approved": True})
        assert (again.status, again.end.brake) == ("interrupted", "quota")
        await bound(story, 1_000)
        done = await story.answer(again.questions[0], {"approved": True})
        assert (done.status, await used(story)) == ("success", 200)


async def test_an_agent_that_stops_says_so_honestly(tmp_path):
    company = Company([[says(usage=USAGE)]])
    async with Story([clerk(company, on_brake="stop")], tmp_path) as story:
        await bound(story, 10)
        told = await story.say(TEXT)
        assert (told.status, told.end.brake) == ("success", "quota")
        assert "10 tokens a day" in told.text
        assert company.requests == []


async def test_a_model_without_a_price_is_not_called_under_a_quota_of_money(tmp_path):
    company = Company([[says(usage=USAGE)]])
    async with Story([clerk(company)], tmp_path) as story:
        await bound(story, 10, measure="usd")
        told = await story.say(TEXT)
        assert (told.status, told.end.brake) == ("interrupted", "unpriced")
        held = next(fact for fact in told.facts if isinstance(fact, ModelHeld))
        assert "has no price" in held.reason


async def test_money_is_reserved_at_its_most_and_settled_at_its_cost(tmp_path):
    prices = tmp_path / "prices.toml"
    prices.write_text(PRICES)
    company = Company([[says(usage=USAGE, model="openai")]])
    async with Story([clerk(company)], tmp_path, prices=str(prices)) as story:
        await bound(story, "0.0012", measure="usd")
        runs = [await story.say(TEXT) for _ in range(2)]
        [view] = await office(story).quotas(ANN)
        assert [run.status for run in runs] == ["success", "interrupted"]
        assert view.meters[0].spent_usd == 550_000_000  # 60 × 2.50 + 40 × 10 a million
        assert view.state == "free"


async def test_a_refused_call_gives_its_room_back(tmp_path):
    company = Company([[fails("bad_request")], [says(usage=USAGE)]])
    async with Story([clerk(company)], tmp_path) as story:
        await bound(story, 200)
        assert (await story.say(TEXT)).status == "failed"
        assert await used(story) == 0
        assert (await story.say(TEXT)).status == "success"


async def test_a_crash_during_a_call_gives_its_room_back(tmp_path):
    first = Company([["x" * 80, None]])
    async with Story([clerk(first)], tmp_path) as story:
        await bound(story, 500)
        run_id = await story.begin(TEXT)
        await first.waits.wait()
    async with Story([clerk(Company([[says(usage=USAGE)]]))], tmp_path) as story:
        told = await story.wait(run_id)
        assert told.status == "success"
        assert 120 < await used(story) < 200  # what had streamed, about, and the second answer


async def test_a_new_quota_tells_at_once_what_was_used_before_it(tmp_path):
    company = Company([[says(usage=USAGE)]])
    async with Story([clerk(company)], tmp_path) as story:
        await story.say(TEXT)
        await story.say(TEXT)
        await bound(story, 240)
        await bound(story, 200, scope="user", subject="*", period="month")
        await bound(story, 10, scope="agent", subject="other")
        views = await office(story).quotas(ANN)
        told = [(one.state, [meter.used("tokens") for meter in one.meters]) for one in views]
        assert told == [("warning", [200]), ("full", [200]), ("free", [])]
        assert views[1].meters[0].key.subject == ANN.user
        assert (await story.say(TEXT)).status == "interrupted"


async def test_people_are_warned_once_at_eighty_per_cent(tmp_path):
    company = Company([[says(usage=USAGE)]])
    async with Story([clerk(company)], tmp_path) as story:
        await bound(story, 480)
        told = [await story.say(TEXT) for _ in range(4)]
        warned = [[fact.text for fact in one.facts if isinstance(fact, Noted)] for one in told]
        assert [len(texts) for texts in warned] == [0, 0, 0, 1]
        assert "80 %" in warned[3][0]


async def test_many_runs_at_once_never_pass_a_quota_by_one_call(tmp_path):
    company = Company([[says(usage=USAGE)]])
    async with Story([clerk(company)], tmp_path) as story:
        await bound(story, 2_000)
        run_ids = [await story.begin(TEXT) for _ in range(60)]
        told = await asyncio.gather(*(story.wait(run_id) for run_id in run_ids))
        outcomes = Counter(one.status for one in told)
        assert outcomes["success"] + outcomes["interrupted"] == 60
        assert outcomes["success"] * 100 == await used(story) <= 2_000
        assert len(company.requests) == outcomes["success"]


async def test_a_users_quota_leaves_other_agents_alone(tmp_path):
    company = Company([[says(usage=USAGE)]])
    other = Agent("other", model=company, max_tokens=40, tools=Desk().all)
    async with Story([clerk(company), other], tmp_path) as story:
        await bound(story, 10, scope="agent", subject="clerk", period="run")
        assert (await story.say(TEXT)).status == "interrupted"
        told = await story.wait(await story.begin(TEXT, agent="other"))
        assert told.status == "success"


async def test_a_new_quota_holds_at_once_however_many_calls_come_with_it(tmp_path):
    company = Company([[says(usage=USAGE)]])
    async with Story([clerk(company)], tmp_path) as story:
        await story.say(TEXT)
        await bound(story, 256)
        told = await asyncio.gather(*(story.say(TEXT) for _ in range(20)))
        assert Counter(one.end.brake for one in told) == {"": 1, "quota": 19}
        assert await used(story) == 200
