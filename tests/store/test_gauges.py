"""What waits in the database, counted for all tenants together."""

from tests.store.build import ANN, STRANGER, interrupt, run, started, thread, yes

from interlock.domain.events import InterruptOpened, RunEnded
from interlock.domain.standing import Heap, Standing
from interlock.ports import Store, Tx


async def standing(store: Store) -> Standing:
    return await store.read(lambda reader: reader.gauges.standing(10_000))


def put(tx: Tx, name: str, at: int) -> None:
    owner = STRANGER if name == "other" else ANN
    tx.put_thread(thread(f"thread_{name}", owner))
    tx.insert_run(run(f"run_{name}", f"thread_{name}", owner, at, f"turn_{name}"))
    tx.append(f"run_{name}", [started(thread_id=f"thread_{name}")], at)


async def test_an_empty_database_has_nothing_that_waits(store: Store):
    found = await standing(store)
    assert (found.queued, found.running, found.leased) == (Heap(), Heap(), 0)
    assert (found.questions, found.notices) == (Heap(), Heap())


async def test_what_waits_is_counted_with_the_age_of_its_first(store: Store):
    def work(tx: Tx) -> None:
        put(tx, "a", 2_000)
        put(tx, "other", 1_500)
        put(tx, "b", 3_000)
        tx.claim("run_b", "w", 60)
        tx.claim("run_a", "w", 60)
        asked = interrupt("int_1", "run_a", "thread_a")
        ended = RunEnded(status="interrupted")
        tx.append("run_a", [InterruptOpened(interrupt=asked), ended], 4_000)

    await store.write(work)
    found = await standing(store)
    assert found.queued == Heap(1, 1_500)
    assert found.running == Heap(1, 3_000)
    assert found.questions == Heap(1, interrupt("int_1").opened_at)
    await store.write(lambda tx: tx.decide("int_1", yes()))
    assert (await standing(store)).questions == Heap()


async def test_a_lease_counts_while_it_is_alive(store: Store):
    await store.write(lambda tx: put(tx, "a", 2_000))
    await store.write(lambda tx: tx.claim("run_a", "w", 60))
    found = await standing(store)
    claimed = await store.read(lambda reader: reader.run("run_a"))
    assert claimed is not None
    assert found.leased == int(claimed.lease_until > found.now)
