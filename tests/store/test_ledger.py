"""Drivers of many runs append at once: every row, sum and meter is what a recount says."""

import asyncio
from collections.abc import Sequence
from decimal import Decimal

from tests.store.test_quotas import NOON, answered, claim, driven, quota

from interlock.domain.events import Event, Fact, RunEnded, ToolEnded
from interlock.domain.records import Run
from interlock.domain.report import Span, total_of
from interlock.domain.tools import ToolResult
from interlock.ledger.recount import recount
from interlock.ports import Store

EVER = Span(tenant="acme", since="2000-01-01", until="2999-01-01")


def log(one: Run, *facts: Fact, after: int = 0) -> Sequence[Event]:
    first = one.last_seq + after + 1
    return [Event(one.id, seq, NOON, fact) for seq, fact in enumerate(facts, first)]


def acted() -> ToolEnded:
    result = ToolResult(model="done")
    return ToolEnded(call_id="call_1", name="refund", kind="done", result=result, business=True)


async def test_what_many_drivers_append_at_once_is_booked_once_and_exactly(store: Store):
    runs = [await driven(store, number, "ann" if number % 2 else "bob") for number in range(60)]
    bounds = [quota(cap=10**9), quota(id="quota_2", scope="user", subject="*", cap=10**9)]
    for one in runs[:20]:
        asked = claim(one, tokens=500)
        await store.write(lambda tx, a=asked: tx.quotas.reserve(a, bounds))

    async def drive(number: int, one: Run) -> None:
        held = number < 20
        cost = Decimal(number).scaleb(-9)
        first = answered(7, f"{cost:f}", 1, reserved=held)
        await store.append(one.id, one.fence, log(one, first))
        again = answered(3, "0.000001", 2, reserved=False)
        await store.append(one.id, one.fence, log(one, acted(), again, after=1))
        end = RunEnded(status="success" if number % 3 else "failed")
        await store.append(one.id, one.fence, log(one, end, after=3))

    await asyncio.gather(*(drive(number, one) for number, one in enumerate(runs)))
    assert await store.read(lambda reader: recount(reader, "acme")) == []
    total = total_of(await store.read(lambda reader: reader.ledger.sums(EVER, ("user", "model"))))
    expected = sum((Decimal(number).scaleb(-9) for number in range(60)), Decimal("0.00006"))
    assert (total.calls, total.tokens.total, total.cost) == (120, 600, expected)
    counted = await store.read(lambda reader: reader.ledger.count(EVER))
    assert counted.runs == {"failed": 20, "success": 40}
    assert (counted.actions, counted.users) == ({"refund": 60}, 2)
    meters = await store.read(lambda reader: reader.quotas.every_meter("acme"))
    assert {(one.key.subject, one.spent_tokens, one.reserved_tokens) for one in meters} == {
        ("", 600, 0),
        ("ann", 300, 0),
        ("bob", 300, 0),
    }


async def test_a_run_that_was_booked_alone_is_not_booked_again_in_a_group(store: Store):
    runs = [await driven(store, number) for number in range(10)]
    await store.write(lambda tx: tx.append(runs[0].id, [answered(5, "0.5")], NOON))
    moved = await store.read(lambda reader: reader.run(runs[0].id))
    assert moved is not None
    logs = [log(moved, answered(5, "0.5")), *(log(one, answered(5, "0.5")) for one in runs[1:])]
    appends = (
        store.append(one.id, one.fence, events) for one, events in zip(runs, logs, strict=True)
    )
    await asyncio.gather(*appends)
    total = total_of(await store.read(lambda reader: reader.ledger.sums(EVER, ())))
    assert (total.calls, total.cost) == (10, Decimal(5))
