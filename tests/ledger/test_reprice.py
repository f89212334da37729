"""Prices that become known later, and books that were cooked."""

import sqlite3
from decimal import Decimal
from pathlib import Path

import pytest
from tests.ledger.company import Company, says

from interlock.domain.agents import Agent, Limits
from interlock.domain.report import Span
from interlock.domain.usage import Usage
from interlock.ledger.bounds import QuotaForm
from interlock.ledger.office import Office
from interlock.testing import Story
from interlock.testing.story import ANN

USAGE = Usage(input_tokens=1000, output_tokens=100, cached_tokens=600)
EVER = Span(tenant="local", since="2000-01-01", until="2999-01-01")
ALWAYS = (0, 2**62)
PRICES = """
[[price]]
provider = "openai"
model = "mystery"
input = 2.5
cache_read = 1.25
output = 10
"""


def office(story: Story) -> Office:
    parts = story.runtime
    return Office(parts.store, parts.clock, parts.till)


def clerk(model: str = "mystery", **options: object) -> Agent:
    company = Company([[says(usage=USAGE, model=model)]])
    return Agent("clerk", model=company, **options)  # pyright: ignore[reportArgumentType]


async def test_a_price_that_becomes_known_is_booked_as_a_correction(tmp_path: Path):
    async with Story([clerk()], tmp_path) as story:
        told = await story.say("hello")
    file = tmp_path / "prices.toml"
    file.write_text(PRICES)
    async with Story([clerk()], tmp_path, prices=str(file)) as story:
        books = office(story)
        looked = await books.reprice(ANN, ALWAYS)
        assert [(one.old, one.new) for one in looked.changes] == [(None, Decimal("0.00275"))]
        assert len(await books.rows(told.run_id)) == 1
        done = await books.reprice(ANN, ALWAYS, dry_run=False)
        assert (done.written, done.difference) == (True, Decimal("0.00275"))
        first, correction = await books.rows(told.run_id)
        assert (first.cost, first.revision) == (None, 0)
        assert (correction.cost, correction.revision) == (Decimal("0.00275"), 1)
        assert (correction.why, correction.tokens.total) == ("priced", 0)
        [total] = await story.runtime.store.read(lambda reader: reader.ledger.sums(EVER, ()))
        assert (total.calls, total.unpriced, total.cost) == (1, 0, Decimal("0.00275"))
        assert (await books.reprice(ANN, ALWAYS)).changes == []
        assert await books.recount(ANN) == []


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        ("UPDATE ledger SET cost = cost + 1", "row"),
        ("DELETE FROM ledger", "row"),
        ("UPDATE usage_days SET cost = cost - 1", "day"),
        ("UPDATE usage_runs SET runs = 7", "runs"),
        ("INSERT INTO usage_actions VALUES ('local', '2026-01-01', 'ann', 'a', 't', 1)", "actions"),
        ("UPDATE meters SET spent_tokens = 0", "meter"),
        ("UPDATE meters SET reserved_usd = 1", "meter"),
    ],
)
async def test_a_recount_names_whatever_was_tampered_with(tmp_path: Path, damage: str, what: str):
    async with Story([clerk("gpt-4o", max_tokens=200)], tmp_path) as story:
        await office(story).put_quota(ANN, QuotaForm(limit=Decimal(10**6), measure="tokens"))
        await story.say("hello")
        assert await office(story).recount(ANN) == []
    with sqlite3.connect(tmp_path / "interlock.db") as connection:
        connection.execute(damage)
    connection.close()
    async with Story([clerk("gpt-4o")], tmp_path) as story:
        assert what in {one.what for one in await office(story).recount(ANN)}


async def test_the_brake_on_money_trips_before_the_next_call(tmp_path: Path):
    limits = Limits(usd=Decimal("0.002"))
    calling = Company([[says("", usage=USAGE)], [says(usage=USAGE)]])
    agent = Agent("clerk", model=calling, limits=limits, attempts=3)
    async with Story([agent], tmp_path) as story:
        told = await story.say("hello")  # the empty answer is tried again, and was paid for
        assert (told.status, told.end.brake) == ("interrupted", "money")
        assert "0.002 USD" in told.questions[0].question
        assert len(calling.requests) == 1
