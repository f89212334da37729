from msgspec.structs import replace
from tests.store.build import ANN, STRANGER, add_run, end, run, thread

from interlock.domain.records import Held
from interlock.ports import Store, Tx


def queue(tx: Tx, run_id: str, priority: int = 0, owner: object = ANN) -> None:
    """A run that waits for a driver, in a thread of its own."""
    who = STRANGER if owner is STRANGER else ANN
    tx.put_thread(thread(f"thread of {run_id}", who))
    tx.insert_run(replace(run(run_id, f"thread of {run_id}", who), priority=priority))


async def claimable(store: Store, limit: int = 100) -> list[str]:
    return [found.id for found in await store.read(lambda reader: reader.claimable(limit))]


async def test_a_claim_says_who_drives_until_when_and_how_often_that_was_tried(store: Store):
    await store.write(lambda tx: queue(tx, "run_1"))
    first = await store.write(lambda tx: tx.claim("run_1", "w1", 60))
    second = await store.write(lambda tx: tx.claim("run_1", "w1", 90))
    assert first is not None
    assert second is not None
    assert (first.worker, first.fence, first.attempts) == ("w1", 1, 1)
    assert (second.worker, second.fence, second.attempts) == ("w1", 2, 2)
    assert 25_000 < second.lease_until - first.lease_until < 40_000


async def test_a_worker_renews_what_it_holds_and_learns_what_it_lost(store: Store):
    def work(tx: Tx) -> None:
        for run_id in ("run_1", "run_2", "run_3"):
            queue(tx, run_id)
            tx.claim(run_id, "w1", 60)
        tx.claim("run_2", "w1", 60)
        tx.request_cancel("run_3", "ann", "enough")

    await store.write(work)
    fences = {"run_1": 1, "run_2": 1, "run_3": 1, "run_9": 1}
    held = await store.write(lambda tx: tx.renew("w1", fences, 120))
    assert sorted(held, key=lambda one: one.run_id) == [
        Held("run_1"),
        Held("run_3", "ann", "enough"),
    ]
    assert await store.write(lambda tx: tx.renew("w2", fences, 120)) == []
    assert store.renew("w1", {"run_1": 1}, 120) == [Held("run_1")]
    assert store.renew("w1", {}, 120) == []


async def test_a_renewed_lease_lasts_longer(store: Store):
    await store.write(lambda tx: queue(tx, "run_1"))
    claimed = await store.write(lambda tx: tx.claim("run_1", "w1", 60))
    store.renew("w1", {"run_1": 1}, 120)
    renewed = await store.read(lambda reader: reader.run("run_1"))
    assert claimed is not None
    assert renewed is not None
    assert renewed.lease_until - claimed.lease_until > 50_000


async def test_a_run_let_go_in_good_order_is_anybodys_and_its_attempts_are_forgotten(store: Store):
    def work(tx: Tx) -> None:
        queue(tx, "run_1")
        tx.claim("run_1", "w1", 60)
        tx.claim("run_1", "w1", 60)
        tx.release("run_1", 1)

    await store.write(work)
    assert await claimable(store) == []
    await store.write(lambda tx: tx.release("run_1", 2))
    assert await claimable(store) == ["run_1"]
    taken = await store.write(lambda tx: tx.claim("run_1", "w2", 60))
    assert taken is not None
    assert (taken.worker, taken.fence, taken.attempts, taken.status) == ("w2", 3, 1, "running")


async def test_runs_whose_lease_is_over_can_be_claimed_and_driven_or_ended_ones_not(store: Store):
    def work(tx: Tx) -> None:
        queue(tx, "waits")
        queue(tx, "driven")
        queue(tx, "orphaned")
        tx.claim("driven", "w1", 60)
        tx.claim("orphaned", "w1", -60)

    await store.write(work)
    assert await claimable(store) == ["waits", "orphaned"]
    await store.write(lambda tx: add_run(tx, "over", "thread_1"))
    await end(store, "over")
    assert await claimable(store) == ["waits", "orphaned"]


async def test_one_tenants_many_runs_stand_behind_the_others_first_and_priority_is_within_a_tenant(
    store: Store,
):
    def work(tx: Tx) -> None:
        for number in range(5):
            queue(tx, f"many_{number}")
        queue(tx, "urgent", priority=1)
        queue(tx, "alone", owner=STRANGER)

    await store.write(work)
    assert await claimable(store) == ["urgent", "alone", *(f"many_{n}" for n in range(5))]
    assert await claimable(store, 2) == ["urgent", "alone"]
