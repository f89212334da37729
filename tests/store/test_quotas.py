"""Quotas on every database: no room is ever given twice, and what is reserved comes back."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

import pytest
from msgspec.structs import replace
from tests.store.build import ANN, numbered, run, started, thread
from tests.store.conftest import Open

from interlock.domain.events import ModelEnded, RunEnded
from interlock.domain.messages import AssistantMessage, TextPart
from interlock.domain.money import Bill, to_pico
from interlock.domain.quotas import Amount, Claim, Granted, Period, Quota, Refused, Scope
from interlock.domain.records import Run
from interlock.domain.report import Span
from interlock.domain.usage import Usage
from interlock.errors import LeaseLost
from interlock.ports import Store, Tx

NOON = 1_796_040_000_000  # 2026-11-30T12:00:00Z
BOOKERS = 6
"""Calls of one user that are booked at once."""

DAYS = Span(tenant="acme", since="2026-11-01", until="2026-12-01")


def quota(**members: object) -> Quota:
    values: dict[str, object] = {
        "id": "quota_1",
        "tenant": "acme",
        "scope": "tenant",
        "subject": "",
        "measure": "tokens",
        "period": "day",
        "cap": 100,
        **members,
    }
    return Quota(**values)  # pyright: ignore[reportArgumentType]


def claim(driven: Run, tokens: int = 1, usd: int = 0, call: int = 1) -> Claim:
    amount = Amount(usd, tokens)
    return Claim(run=driven, call_index=call, attempt=1, amount=amount, now=NOON, zone="UTC")


def answered(tokens: int = 1, cost: str = "0", call: int = 1, *, reserved: bool = True):
    return ModelEnded(
        message=AssistantMessage("msg_2", (TextPart("yes"),)),
        stop="stop",
        usage=Usage(input_tokens=tokens),
        bill=Bill(
            call_index=call,
            attempt=1,
            provider="openai",
            model="gpt-4o",
            requested="gpt-4o",
            cost=Decimal(cost),
            reserved=reserved,
            at=NOON,
        ),
    )


async def driven(store: Store, number: int = 1, user: str = "ann", key: str = "") -> Run:
    """A run that a worker drives."""
    name, owner = f"run_{number}", type(ANN)("acme", user)

    def work(tx: Tx) -> Run:
        tx.put_thread(thread(f"thread_{number}", owner))
        tx.insert_run(replace(run(name, f"thread_{number}", owner), key=key))
        tx.append(name, [started(thread_id=f"thread_{number}")], 1_000)
        found = tx.claim(name)
        assert found is not None
        return found

    return await store.write(work)


async def end(store: Store, ended: Run, *facts: ModelEnded | RunEnded) -> None:
    await store.write(lambda tx: tx.append(ended.id, facts, NOON))


async def meter(store: Store):
    found = await store.read(
        lambda reader: reader.quotas.meters("acme", "tenant", "day", "2026-11-30")
    )
    return found[0]


@pytest.mark.timeout(300)
async def test_a_thousand_calls_at_once_never_pass_a_quota_of_a_hundred_by_one(store: Store):
    runs = await asyncio.gather(*(driven(store, number) for number in range(1000)))
    bounds = [quota()]

    async def call(one: Run) -> bool:
        found = await store.write(lambda tx: tx.quotas.reserve(claim(one), bounds))
        if isinstance(found, Refused):
            return False
        held = (await meter(store)).used("tokens")
        assert held <= 100
        await end(store, one, answered())
        return True

    outcomes = Counter(await asyncio.gather(*(call(one) for one in runs)))
    assert outcomes == {True: 100, False: 900}
    full = await meter(store)
    assert (full.spent_tokens, full.reserved_tokens) == (100, 0)
    rows = await store.read(lambda reader: reader.ledger.sums(DAYS, ()))
    assert [row.calls for row in rows] == [100]


@pytest.mark.timeout(300)
async def test_two_processes_share_one_quota_and_never_pass_it(open_store: Open):
    stores = [open_store(lambda _: None) for _ in range(2)]
    try:
        runs = [await driven(stores[0], number) for number in range(120)]
        await stores[0].write(lambda tx: tx.quotas.reserve(claim(runs[0], 0), [quota(cap=50)]))

        async def call(number: int) -> bool:
            store, one = stores[number % 2], runs[number]
            asked = claim(one)
            found = await store.write(lambda tx: tx.quotas.reserve(asked, [quota(cap=50)]))
            if isinstance(found, Granted):
                await end(store, one, answered())
            return isinstance(found, Granted)

        outcomes = await asyncio.gather(*(call(number) for number in range(120)))
        assert sum(outcomes) == 50
        for store in stores:
            assert (await meter(store)).used("tokens") == 50
    finally:
        for store in stores:
            await store.close()


async def test_what_a_call_did_not_use_comes_back_with_its_row(store: Store):
    one = await driven(store)
    bounds = [quota(), quota(id="quota_2", measure="usd", cap=to_pico(Decimal(1)))]
    wide = claim(one, tokens=90, usd=to_pico(Decimal("0.9")))
    assert isinstance(await store.write(lambda tx: tx.quotas.reserve(wide, bounds)), Granted)
    await end(store, one, answered(tokens=30, cost="0.25"))
    left = await meter(store)
    assert (left.spent_tokens, left.reserved_tokens) == (30, 0)
    assert (left.spent_usd, left.reserved_usd) == (to_pico(Decimal("0.25")), 0)


async def test_a_run_that_ends_gives_back_what_it_never_used(store: Store):
    one = await driven(store)
    await store.write(lambda tx: tx.quotas.reserve(claim(one, 60), [quota()]))
    await end(store, one, RunEnded(status="failed"))
    assert (await meter(store)).used("tokens") == 0


async def test_asking_again_after_a_crash_replaces_what_was_reserved(store: Store):
    one = await driven(store)
    for _ in range(3):
        await store.write(lambda tx: tx.quotas.reserve(claim(one, 60), [quota()]))
    assert (await meter(store)).reserved_tokens == 60


async def test_a_driver_that_lost_its_run_reserves_nothing(store: Store):
    old = await driven(store)
    await store.write(lambda tx: tx.claim(old.id))
    with pytest.raises(LeaseLost):
        await store.write(lambda tx: tx.quotas.reserve(claim(old, 60), [quota()]))


async def test_a_quota_counts_what_was_used_before_it_was_set(store: Store):
    one, other = await driven(store, 1), await driven(store, 2, "bob")
    await end(store, one, answered(tokens=70, reserved=False))
    await end(store, other, answered(tokens=25, reserved=False))
    for bounds, tokens, room in (
        ([quota()], 5, True),
        ([quota()], 6, False),
        ([quota(scope="user", subject="*")], 30, True),
        ([quota(scope="user", subject="*")], 31, False),
        ([quota(scope="user", subject="bob")], 10**6, True),
        ([quota(period="month")], 6, False),
        ([quota(scope="agent", subject="clerk")], 6, False),
        ([quota(period="run")], 31, False),
    ):
        asked = claim(one, tokens, call=2)
        found = await store.write(lambda tx, a=asked, b=bounds: tx.quotas.reserve(a, b))
        assert isinstance(found, Granted) == room, (bounds, tokens)
        await store.write(lambda tx: tx.quotas.settle("run_1", 2, 1))


async def test_a_quota_that_no_call_asked_yet_tells_what_was_used(store: Store):
    one, other = await driven(store, 1, key="key_1"), await driven(store, 2, "bob")
    await end(store, one, answered(tokens=70, cost="0.25", reserved=False))
    await end(store, other, answered(tokens=25, cost="0.5", reserved=False))

    async def told(scope: Scope, period: Period = "day", day: str = "2026-11-30"):
        meters = await store.read(lambda reader: reader.quotas.meters("acme", scope, period, day))
        return {meter.key.subject: (meter.spent_tokens, meter.spent_usd) for meter in meters}

    quarter = to_pico(Decimal("0.25"))
    assert await told("tenant") == {"": (95, 3 * quarter)}
    assert await told("tenant", "month", "2026-11-02") == {"": (95, 3 * quarter)}
    assert await told("user") == {"ann": (70, quarter), "bob": (25, 2 * quarter)}
    assert await told("agent", "month") == {"clerk": (95, 3 * quarter)}
    assert await told("key") == {"key_1": (70, quarter)}
    assert await told("tenant", day="2026-12-01") == {}
    asked = claim(one, 5, call=2)
    await store.write(lambda tx: tx.quotas.reserve(asked, [quota(scope="user", subject="*")]))
    assert await told("user") == {"ann": (70, quarter), "bob": (25, 2 * quarter)}
    [held, _] = await store.read(lambda r: r.quotas.meters("acme", "user", "day", "2026-11-30"))
    assert (held.key.subject, held.reserved_tokens) == ("ann", 5)


@pytest.mark.timeout(300)
async def test_a_meter_that_begins_while_calls_are_booked_misses_none(open_store: Open):
    stores = [open_store(lambda _: None) for _ in range(2)]
    bounds = [quota(scope="user", subject="*", cap=10**6)]
    try:
        for number in range(0, 40 * BOOKERS, BOOKERS):
            user = f"user_{number}"
            mine = range(number, number + BOOKERS)
            runs = [await driven(stores[0], place, user) for place in mine]
            await asyncio.gather(
                *(book(stores[0], one) for one in runs), begin(stores, runs, bounds)
            )
        meters = await stores[0].read(
            lambda reader: reader.quotas.meters("acme", "user", "day", "2026-11-30")
        )
        assert len(meters) == 40
        assert {meter.spent_tokens for meter in meters} == {BOOKERS}
        assert {meter.reserved_tokens for meter in meters} == {2}
    finally:
        for one in stores:
            await one.close()


async def book(store: Store, one: Run) -> None:
    """Book a call as its driver does."""
    await store.append(one.id, one.fence, numbered(2, [answered(reserved=False)], one.id, NOON))


async def begin(stores: Sequence[Store], runs: Sequence[Run], bounds: Sequence[Quota]) -> None:
    """Let two processes ask for room on a meter that is not there yet."""
    asked = [claim(one, call=2) for one in runs[:2]]
    for store, one in zip(stores, asked, strict=True):
        await store.write(lambda tx, one=one: tx.quotas.reserve(one, bounds))


async def test_a_refusal_takes_nothing_from_the_other_meters(store: Store):
    one = await driven(store)
    bounds = [quota(period="month", cap=1000), quota(id="quota_2", period="run", cap=10)]
    found = await store.write(lambda tx: tx.quotas.reserve(claim(one, 11), bounds))
    assert isinstance(found, Refused)
    assert found.quota.period == "run"
    meters = await store.read(lambda r: r.quotas.meters("acme", "tenant", "month", "2026-11-30"))
    assert [one.used("tokens") for one in meters] == [0]


async def test_a_warning_comes_once_at_eighty_per_cent(store: Store):
    one = await driven(store)
    warned: list[int] = []
    for call in range(1, 11):
        asked = claim(one, 10, call=call)
        found = await store.write(lambda tx, a=asked: tx.quotas.reserve(a, [quota()]))
        assert isinstance(found, Granted)
        warned += [call] if found.warn else []
    assert warned == [8]


async def test_the_same_attempt_is_booked_once(store: Store):
    one = await driven(store)
    await end(store, one, answered(tokens=7, cost="0.0035", reserved=False))
    await end(store, one, answered(tokens=7, cost="0.0035", reserved=False))
    rows = await store.read(lambda reader: reader.ledger.of_run(one.id))
    sums = await store.read(lambda reader: reader.ledger.sums(DAYS, ()))
    assert [row.cost for row in rows] == [Decimal("0.0035")]
    assert [(row.calls, row.cost) for row in sums] == [(1, Decimal("0.0035"))]


async def test_a_quota_of_the_same_kind_takes_the_place_of_the_old_one(store: Store):
    await store.write(lambda tx: tx.quotas.put(quota()))
    kept = await store.write(lambda tx: tx.quotas.put(quota(id="quota_9", cap=5)))
    assert (kept.id, kept.cap) == ("quota_1", 5)
    assert await store.read(lambda reader: reader.quotas.of_tenant("acme")) == [kept]
    assert await store.write(lambda tx: tx.quotas.drop("acme", kept.id))
    assert not await store.write(lambda tx: tx.quotas.drop("acme", kept.id))
