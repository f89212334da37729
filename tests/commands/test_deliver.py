"""Senders share the outbox: each notice is in one pair of hands, until it is taken or set aside."""

import asyncio

from tests.commands.hooks import SECRET, hook, subscribe, waiting
from tests.commands.schedules import T0, time
from tests.store.conftest import Open

from interlock.commands.deliver import EACH, KEPT_MS, LEASE_MS, Hand, forget, settle, take
from interlock.commands.hook import redeliver, redeliver_failed
from interlock.domain.hooks import Delivery, Parcel
from interlock.domain.principals import Principal
from interlock.domain.redelivery import WAITS, Sent
from interlock.ports import Store
from interlock.ports.access import Sought

CHIEF = Principal("acme", "chief", frozenset({"admin"}))


async def put(store: Store, count: int, hook_id: str = "hook_1", at: int = 1) -> None:
    """Notices that are due."""
    made = hook(hook_id)
    for number in range(count):
        one = Delivery(
            id=f"{hook_id}_{number}",
            hook_id=hook_id,
            tenant="acme",
            event="run.ended",
            created_at=at,
            next_at=at,
        )
        await store.write(lambda tx, one=one: tx.hooks.send(made, one, b"{}"))


async def hand(store: Store, room: int = 100, cursor: str = "", now: int = T0) -> Hand:
    return await store.write(lambda tx: take(tx, now, cursor, room, {}))


async def tell(store: Store, parcel: Parcel, sent: Sent, now: int = T0) -> None:
    await store.write(lambda tx: settle(tx, parcel, sent, now, 0.0))


async def make_due(store: Store, hook_id: str = "hook_1") -> None:
    """As if the time of all that waits had come."""

    def work(tx):
        found = tx.hooks.deliveries(hook_id, "pending", 1_000, "")
        for one in found:
            tx.session.run("claim_delivery", {"id": one.id, "until": 1})

    await store.write(work)


async def test_what_one_sender_holds_no_other_gets(store: Store):
    await subscribe(store)
    await put(store, 1)
    (parcel,) = (await hand(store)).parcels
    assert (parcel.url, parcel.secrets.current) == ("https://example.com/hook", SECRET)
    assert parcel.delivery.attempts == 1
    assert (await hand(store)).parcels == ()
    await tell(store, parcel, Sent(204))
    (after,) = await waiting(store)
    assert (after.state, after.status, after.attempts) == ("delivered", 204, 1)
    assert after.ended_at > 0


async def test_what_a_dead_sender_held_goes_to_the_next_when_its_lease_is_over(store: Store):
    await subscribe(store)
    await put(store, 1)
    (dead,) = (await hand(store)).parcels
    (before,) = await waiting(store)
    assert before.next_at >= await time(store) + LEASE_MS - 30_000
    await make_due(store)
    (next_one,) = (await hand(store)).parcels
    assert next_one.delivery.id == dead.delivery.id
    await tell(store, dead, Sent(500, "refused"))
    assert (await waiting(store))[0].status == 0
    await tell(store, next_one, Sent(200))
    assert (await waiting(store))[0].state == "delivered"


async def test_however_many_senders_take_at_once_each_notice_is_taken_once(open_store: Open):
    stores = [open_store(lambda _: None)]
    if type(stores[0]).__name__ == "PostgresStore":
        stores += [open_store(lambda _: None) for _ in range(2)]
    try:
        for number in range(12):
            await subscribe(stores[0], f"hook_{number}")
            await put(stores[0], EACH, f"hook_{number}")
        hands = await asyncio.gather(*(hand(store) for store in stores for _ in range(5)))
        taken = [parcel.delivery.id for one in hands for parcel in one.parcels]
        taken += [parcel.delivery.id for parcel in (await hand(stores[0])).parcels]
        assert len(taken) == len(set(taken)) == 12 * EACH
    finally:
        for store in stores:
            await store.close()


async def test_a_webhook_with_much_mail_leaves_room_for_the_others(store: Store):
    for name in ("hook_a", "hook_b", "hook_c"):
        await subscribe(store, name)
    await put(store, 50, "hook_a")
    await put(store, 1, "hook_b")
    await put(store, 1, "hook_c")
    found = await hand(store, room=32)
    names = [parcel.delivery.hook_id for parcel in found.parcels]
    assert names == ["hook_a"] * EACH + ["hook_b", "hook_c"]
    busy = {"hook_a": EACH}
    held = await store.write(lambda tx: take(tx, T0, "", 32, busy))
    assert held.parcels == ()


async def test_the_next_look_begins_after_the_webhook_where_the_last_one_ended(store: Store):
    for name in ("hook_a", "hook_b", "hook_c"):
        await subscribe(store, name)
        await put(store, 10, name)
    first = await hand(store, room=EACH)
    assert {parcel.delivery.hook_id for parcel in first.parcels} == {"hook_a"}
    second = await hand(store, room=EACH, cursor="hook_a")
    assert {parcel.delivery.hook_id for parcel in second.parcels} == {"hook_b"}
    third = await hand(store, room=2 * EACH, cursor="hook_b")
    assert {parcel.delivery.hook_id for parcel in third.parcels} == {"hook_c", "hook_a"}


async def test_a_notice_that_nobody_takes_is_set_aside_after_its_last_attempt(store: Store):
    await subscribe(store)
    await put(store, 1)
    after = (await waiting(store))[0]
    for attempt, wait in enumerate((*WAITS, 0), 1):
        (parcel,) = (await hand(store)).parcels
        assert parcel.delivery.attempts == attempt
        await tell(store, parcel, Sent(503, "refused"))
        (after,) = await waiting(store)
        assert after.status == 503
        if wait:
            assert after.state == "pending"
            assert after.next_at - await time(store) > (wait - 5) * 1_000
            await one_due(store, attempt)
    assert (after.state, after.error) == ("failed", "refused")
    assert (await hand(store)).parcels == ()


async def one_due(store: Store, attempts: int) -> None:
    """Its time has come, with so many attempts behind it."""

    def work(tx):
        (one,) = tx.hooks.deliveries("hook_1", "pending", 1, "")
        values = {"id": one.id, "lease": attempts, "state": "pending", "next_at": 1}
        tx.session.run("settle_delivery", {**values, "ended_at": 0, "status": 503, "error": ""})

    await store.write(work)


async def test_a_receiver_that_is_gone_gets_nothing_more(store: Store):
    await subscribe(store)
    await put(store, 5)
    first, *_ = (await hand(store)).parcels
    await tell(store, first, Sent(410, "refused"))
    off = await store.read(lambda reader: reader.hooks.get("hook_1"))
    assert off is not None
    assert off.disabled_at > 0
    assert "410" in off.disabled_why
    assert {one.state for one in await waiting(store)} == {"failed"}
    assert (await hand(store)).parcels == ()
    acts = await store.read(lambda reader: reader.access.audit.acts(Sought(tenant="acme")))
    assert [(act.actor, act.action) for act in acts] == [("system", "webhook.edit")]


async def test_what_was_set_aside_is_sent_once_more_by_hand(store: Store):
    now = await time(store)
    await subscribe(store)
    await put(store, 3, at=now - 1_000)
    await store.write(lambda tx: tx.hooks.give_up("hook_1", now, "switched_off"))
    again = await store.write(lambda tx: redeliver(tx, CHIEF, "hook_1", "hook_1_0", now))
    assert (again.state, again.attempts) == ("pending", 0)
    assert await store.write(lambda tx: redeliver_failed(tx, CHIEF, "hook_1", now, now)) == 0
    assert await store.write(lambda tx: redeliver_failed(tx, CHIEF, "hook_1", 0, now)) == 2
    assert len((await hand(store)).parcels) == 3


async def test_mail_of_a_webhook_that_was_removed_is_set_aside(store: Store):
    await put(store, 2, "hook_gone")
    assert (await hand(store)).parcels == ()
    assert {one.state for one in await waiting(store, "hook_gone")} == {"failed"}
    assert not await store.read(lambda reader: reader.hooks.anything_due(2**52))


async def test_what_is_over_for_long_is_forgotten_and_what_waits_is_not(store: Store):
    await subscribe(store)
    await put(store, 3)
    parcels = (await hand(store)).parcels
    await tell(store, parcels[0], Sent(200))
    assert await store.write(lambda tx: forget(tx, T0)) == 0
    old = await time(store) - KEPT_MS - 1

    def age(tx):
        tx.session.run("redeliver", {"hook_id": "hook_1", "id": "hook_1_0", "now": old})
        tx.hooks.give_up("hook_1", old, "old")
        tx.session.run("redeliver", {"hook_id": "hook_1", "id": "hook_1_1", "now": old})

    await store.write(age)
    assert await store.write(lambda tx: forget(tx, T0)) == 2
    assert [one.id for one in await waiting(store)] == ["hook_1_1"]
