"""Who subscribed hears of a quota once: when it is nearly full, and when it has no room."""

import asyncio
import json
from collections import Counter
from decimal import Decimal
from typing import Any

from msgspec.structs import replace
from tests.commands.hooks import events, subscribe, waiting
from tests.store.test_quotas import NOON, claim, driven, quota

from interlock.domain.quotas import Granted, Refused
from interlock.ports import Store


async def test_a_warning_and_the_lack_of_room_are_told_once_however_many_calls_come_at_once(
    store: Store,
):
    await subscribe(store, "hook_all")
    await subscribe(store, "hook_runs", events=("run.ended",))
    bounds = [quota(cap=10)]
    runs = [await driven(store, number) for number in range(20)]
    found = await asyncio.gather(
        *(store.write(lambda tx, one=one: tx.quotas.reserve(claim(one), bounds)) for one in runs)
    )
    assert Counter(type(one) for one in found) == {Granted: 10, Refused: 10}
    assert sum(len(one.warn) for one in found if isinstance(one, Granted)) == 1
    assert sorted(await events(store, "hook_all")) == ["quota.exceeded", "quota.warning"]
    assert await events(store, "hook_runs") == []
    told_of = {one["type"]: one for one in await bodies(store, "hook_all")}
    for event, used in (("quota.warning", "8"), ("quota.exceeded", "10")):
        told = told_of[event]
        said = {name: told["data"][name] for name in ("limit", "used", "measure", "period")}
        assert said == {"limit": "10", "used": used, "measure": "tokens", "period": "day"}
        assert (told["data"]["quota_id"], told["data"]["stretch"]) == ("quota_1", "2026-11-30")
        assert told["timestamp"] == "2026-11-30T12:00:00.000Z"


async def test_the_next_stretch_of_time_and_the_next_user_are_told_of_anew(store: Store):
    await subscribe(store)
    bounds = [quota(scope="user", subject="*", cap=10)]
    ann, bob = await driven(store, 1), await driven(store, 2, "bob")
    tomorrow = NOON + 24 * 3_600_000
    for one, now in ((ann, NOON), (ann, NOON + 1), (bob, NOON), (ann, tomorrow)):
        asked = replace(claim(one, 11), now=now)
        assert isinstance(
            await store.write(lambda tx, asked=asked: tx.quotas.reserve(asked, bounds)), Refused
        )
    said = [one["data"] for one in await bodies(store)]
    assert [(one["subject"], one["stretch"], one["used"]) for one in said] == [
        ("ann", "2026-11-30", "0"),
        ("bob", "2026-11-30", "0"),
        ("ann", "2026-12-01", "0"),
    ]


async def test_a_call_that_is_refused_warns_of_no_other_quota(store: Store):
    """What it would have taken is given back; the call that takes it warns."""
    await subscribe(store)
    wide, narrow = quota(id="wide"), quota(id="narrow", scope="user", subject="ann", cap=50)
    ann, bob = await driven(store, 1), await driven(store, 2, "bob")
    both = [wide, narrow]
    await store.write(lambda tx: tx.quotas.reserve(claim(ann, 85), both))
    assert await events(store) == ["quota.exceeded"]
    found = await store.write(lambda tx: tx.quotas.reserve(claim(bob, 85), both))
    assert found == Granted(True, (wide,))
    assert sorted(await events(store)) == ["quota.exceeded", "quota.warning"]


async def test_money_is_told_exactly_and_an_agents_webhook_hears_of_its_own_quotas(store: Store):
    await subscribe(store, "hook_clerk", agent="clerk")
    await subscribe(store, "hook_other", agent="other")
    one = await driven(store)
    agents = quota(id="of_clerk", scope="agent", subject="*", measure="usd", cap=10**12)
    everybody = quota(id="of_all", measure="usd", cap=10**12)
    asked = claim(one, usd=800_000_000_001)
    await store.write(lambda tx: tx.quotas.reserve(asked, [agents, everybody]))
    [said] = [one["data"] for one in await bodies(store, "hook_clerk")]
    assert (said["quota_id"], said["subject"], said["run_id"]) == ("of_clerk", "clerk", "run_1")
    assert Decimal(said["limit"]) == 1
    assert said["used"] == "0.800000000001"
    assert await events(store, "hook_other") == []


async def bodies(store: Store, hook_id: str = "hook_1") -> list[Any]:
    """What notices say, oldest first."""
    found = [
        await store.read(lambda reader, one=one: reader.hooks.delivery(hook_id, one.id))
        for one in await waiting(store, hook_id)
    ]
    return [json.loads(one[1]) for one in found if one is not None]
