"""The scenarios of the ledger cases: what happens to rows and sums over time."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from tests.ledger.cases import CASES, ms, scenario
from tests.store.build import run, started, thread

from interlock.domain.events import ModelEnded
from interlock.domain.ledger import Entry, Tokens
from interlock.domain.messages import AssistantMessage
from interlock.domain.money import Bill
from interlock.domain.quotas import day_of
from interlock.domain.report import Span, total_of
from interlock.domain.usage import Usage
from interlock.ledger.book import Book
from interlock.ledger.pricing import price_usage
from interlock.ledger.reprice import attempts_of, reprice
from interlock.models.usage_payload import read_payload
from interlock.ports import Store, Tx
from interlock.store.sqlite import SqliteStore

BOOK = Book()
ZERO = Decimal(0)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = SqliteStore(tmp_path / "interlock.db", lambda _: None, "NORMAL")
    yield opened
    await opened.close()


def answered(at: int, cost: Decimal | None, call: int = 1, **members: object) -> ModelEnded:
    bill = Bill(
        call_index=call,
        attempt=1,
        provider="openai",
        model="gpt-4o",
        requested="gpt-4o",
        cost=cost,
        at=at,
        **members,  # pyright: ignore[reportArgumentType]
    )
    message = AssistantMessage("msg_1", ())
    return ModelEnded(message=message, stop="stop", usage=Usage(input_tokens=1), bill=bill)


async def book(store: Store, zone: str, *costs: tuple[int, Decimal]) -> None:
    def work(tx: Tx) -> None:
        tx.ledger.put_zone("acme", zone)
        tx.put_thread(thread())
        tx.insert_run(run())
        tx.append("run_1", [started()], 1_000)
        facts = [answered(at, cost, call) for call, (at, cost) in enumerate(costs, 1)]
        tx.append("run_1", facts, costs[-1][0])

    await store.write(work)


async def cost_of(store: Store, first: str, until: str) -> Decimal:
    span = Span(tenant="acme", since=first, until=until)
    return total_of(await store.read(lambda reader: reader.ledger.sums(span, ("day",)))).cost


def case(name: str) -> tuple[str, Usage, int]:
    found = next(one for one in CASES if one["id"] == name)
    return found["model"], read_payload(found["api"], found["usage"]).usage, ms(found["at"])


def test_a_late_row_takes_the_price_of_its_call():
    expected = scenario("sc-late-event-uses-event-time")["expect"]["usd"]
    model, usage, at = case("oai-cache-write-before-cut")
    price = BOOK.price("openai", model, at, size=usage.input_tokens)
    assert price_usage(price, usage).cost == Decimal(expected)


def test_an_edit_of_the_table_moves_no_booked_row_and_shows_what_would_differ():
    before = case("oai-cache-write-before-cut")
    after = (*before[:2], ms("2026-08-21T00:00:00Z"))  # a second later: the price was cut
    rows: list[Entry] = []
    for call, (model, usage, at) in enumerate((before, after), 1):
        priced = price_usage(BOOK.price("openai", model, at, size=usage.input_tokens), usage)
        rows.append(
            Entry(
                run_id="run_1",
                call_index=call,
                attempt=1,
                tenant="acme",
                user="ann",
                agent="clerk",
                thread_id="thread_1",
                at=at,
                day=day_of(at, "UTC"),
                provider="openai",
                model=model,
                requested=model,
                tokens=Tokens(input_tokens=1),
                cost=priced.cost,
                lines=priced.lines,
                version=priced.version,
            )
        )
    expected = scenario("sc-price-change-keeps-history")["expect"]
    assert sum(row.cost for row in rows if row.cost is not None) == Decimal(expected["sum_usd"])
    assert rows[0].cost == Decimal(expected["first_row_usd"])
    assert [reprice(BOOK, one, {}) for one in attempts_of(rows)] == [None, None]
    dearer = Book(text=BOOK_TEXT.replace(b'"input":"4"', b'"input":"8"'))
    changed = [reprice(dearer, one, {}) for one in attempts_of(rows)]
    assert changed[0] is None
    assert changed[1] is not None
    told, row = changed[1]
    assert (told.old, told.new) == (rows[1].cost, told.new)
    assert row.cost == told.new - (rows[1].cost or 0)
    assert (row.revision, row.why, row.tokens.total) == (1, "repriced", 0)


BOOK_TEXT = (Path(__file__).parents[2] / "src/interlock/ledger/prices.json").read_bytes()


@pytest.mark.parametrize("zone", ["Asia/Shanghai", "UTC"])
async def test_a_month_belongs_to_the_tenants_time_zone(store: Store, zone: str):
    one = scenario("sc-tz-month")
    await book(store, zone, *((ms(event["at"]), Decimal(event["usd"])) for event in one["events"]))
    for month, usd in one["expect"][zone].items():
        assert await cost_of(store, f"{month}-01", f"{month}-32") == Decimal(usd)


async def test_single_days_add_up_to_their_range(store: Store):
    one = scenario("sc-days-sum-to-range")
    [given] = one["events"]
    events = ((ms(event["at"]), Decimal(event["usd"])) for event in given["events"])
    await book(store, given["zone"], *events)
    days = {day: usd for day, usd in one["expect"].items() if day != "range"}
    for day, usd in days.items():
        assert await cost_of(store, day, f"{day}~") == Decimal(usd)
    assert await cost_of(store, min(days), f"{max(days)}~") == Decimal(one["expect"]["range"])


async def test_a_day_of_twenty_five_hours_loses_nothing(store: Store):
    one = scenario("sc-dst-days")
    [given] = one["events"]
    hour, end = datetime.fromisoformat(given["from"]), datetime.fromisoformat(given["to"])
    costs: list[tuple[int, Decimal]] = []
    while hour < end:
        costs.append((int(hour.timestamp() * 1000), Decimal(given["hourly_usd"])))
        hour += timedelta(hours=1)
    assert len(costs) == one["expect"]["hours"]
    await book(store, given["zone"], *costs)
    total = await cost_of(store, "2026-11-01", "2026-11-02")
    assert total == Decimal(one["expect"]["2026-11-01"])


async def test_the_same_write_twice_counts_once(store: Store):
    expected = scenario("sc-duplicate-write")["expect"]
    at = ms("2026-11-30T12:00:00Z")
    await book(store, "UTC", (at, Decimal("0.0035")))
    again = [answered(at, Decimal("0.0035"), 1, response_id="chatcmpl-1")]
    await store.write(lambda tx: tx.append("run_1", again, at))
    rows = await store.read(lambda reader: reader.ledger.of_run("run_1"))
    assert len(rows) == expected["rows"]
    assert await cost_of(store, "2026-01-01", "2027-01-01") == Decimal(expected["sum_usd"])


async def test_an_answer_from_our_own_cache_costs_nothing(store: Store):
    at = ms("2026-11-30T12:00:00Z")
    await book(store, "UTC", (at, Decimal(0)))
    hit = [answered(at, Decimal(0), 2, kind="cache_hit")]
    await store.write(lambda tx: tx.append("run_1", hit, at))
    span = Span(tenant="acme", since="2026-01-01", until="2027-01-01")
    sums = await store.read(lambda reader: reader.ledger.sums(span, ("kind",)))
    assert {one.kind: one.cost for one in sums} == {"cache_hit": 0, "chat": 0}


async def agrees(store: Store, tenant: str, exact: Decimal) -> None:
    """The kept sums, the rows, and the report in any grouping say the same."""
    span = Span(tenant=tenant, since="2026-01-01", until="2027-01-01")
    kept = await store.read(lambda reader: reader.ledger.kept(span))
    assert kept == await store.read(lambda reader: reader.ledger.recounted(span))
    assert total_of(kept).cost == exact
    for by in (("day",), ("month",), ("user", "model"), ("outcome",), ()):
        sums = await store.read(lambda reader, b=by: reader.ledger.sums(span, b))
        assert total_of(sums) == total_of(kept)


async def test_kept_sums_equal_a_recount_after_any_mix_of_rows_and_corrections(store: Store):
    dice = Random(5)
    zones = ("Asia/Kolkata", "America/New_York", "UTC")
    tenants = [f"tenant_{number}" for number in range(5)]
    begin = datetime(2026, 10, 20, tzinfo=UTC)

    def entry(number: int) -> Entry:
        at = int((begin + timedelta(minutes=dice.randrange(60 * 24 * 40))).timestamp()) * 1000
        cost = None if dice.random() < 0.05 else Decimal(dice.randrange(10**9)).scaleb(-12)
        return Entry(
            run_id=f"run_{number}",
            call_index=dice.randrange(1, 3),
            attempt=1,
            tenant=dice.choice(tenants),
            user=dice.choice("abc"),
            agent="clerk",
            thread_id="thread_1",
            at=at,
            day=day_of(at, dice.choice(zones)),
            provider="openai",
            model=dice.choice(("gpt-4o", "gpt-5")),
            requested="gpt-4o",
            outcome=dice.choice(("ok", "failed", "cancelled")),
            tokens=Tokens(input_tokens=dice.randrange(10_000), output_tokens=dice.randrange(99)),
            cost=cost,
            source=dice.choice(("provider", "estimated")),
        )

    def corrected(one: Entry, revision: int) -> Entry:
        why = "priced" if one.cost is None and revision == 1 else "repriced"
        delta = Decimal(dice.randrange(-(10**6), 10**6)).scaleb(-12)
        values = {name: getattr(one, name) for name in Entry.__struct_fields__}
        values |= {"revision": revision, "cost": delta, "tokens": Tokens(), "why": why}
        return Entry(**values)

    entries = [entry(number) for number in range(3_000)]
    rows = entries + [corrected(one, 1) for one in dice.sample(entries, 600)]
    dice.shuffle(rows)

    def work(tx: Tx) -> None:
        for row in rows:
            assert tx.ledger.book(row)
        for row in dice.sample(rows, 200):
            assert not tx.ledger.book(row)

    await store.write(work)
    for tenant in tenants:
        await agrees(store, tenant, sum((r.cost or ZERO for r in rows if r.tenant == tenant), ZERO))
