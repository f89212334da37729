"""Packing the fragments of runs that are over changes nothing that a reader can see."""

import random
from collections.abc import Sequence

import pytest
from tests.store.build import add_run, delta, numbered, started

from interlock.bus.clock import SystemClock
from interlock.domain.events import Event, Fact, RunEnded, ToolProgressed
from interlock.domain.packs import Pack
from interlock.errors import InterlockError
from interlock.ports import Store, Tx
from interlock.store.pack import MOST_BYTES, MOST_EVENTS
from interlock.workers.packer import Packer

ANSWER = tuple(delta(f"word {number} ") for number in range(40))
LONG_AGO = 0.0


async def tell(store: Store, facts: Sequence[Fact], run_id: str = "run_1") -> list[Event]:
    """A run that is over, with these facts in it."""
    fence = await store.write(lambda tx: add_run(tx, run_id, f"thread_{run_id}"))
    told = [started(thread_id=f"thread_{run_id}"), *facts, RunEnded(status="success")]
    events = [
        Event(run_id, event.seq, 2_000 + 7 * event.seq, event.data)
        for event in numbered(1, told, run_id)
    ]
    await store.append(run_id, fence, events)
    return events


async def pack(store: Store) -> int:
    return await Packer(store, SystemClock(), LONG_AGO).look()


async def read(store: Store, after: int = 0, limit: int | None = None) -> list[Event]:
    return await store.read(lambda reader: reader.events("run_1", after, limit))


async def rows(store: Store) -> list[tuple[int, int]]:
    """Number and count of each stored row."""
    everything = {"run_id": "run_1", "after": 0, "upto": 2**62}
    found = await store.read(lambda reader: reader.session.all("events", everything))  # pyright: ignore[reportAttributeAccessIssue]
    return [(row["seq"], row["packed"]) for row in found]


def mixed(seed: int) -> list[Fact]:
    """Fragments, progress and lasting facts in any order, small and large."""
    dice = random.Random(seed)
    facts: list[Fact] = []
    for number in range(dice.randrange(1, 700)):
        kind = dice.randrange(12)
        if kind == 0:
            facts.append(RUNNING)
        elif kind == 1:
            facts.append(ToolProgressed(call_id="c1", data={"done": number}))
        else:
            facts.append(delta("x" * dice.choice([0, 1, 7, 3_000]) + str(number)))
    return facts


RUNNING = started("in between")


async def test_many_fragments_become_one_row_and_read_as_before(store: Store):
    events = await tell(store, ANSWER)
    before = await store.read(lambda reader: reader.raw_events("run_1"))
    assert await pack(store) == 1
    assert await rows(store) == [(1, 0), (41, 40), (42, 0)]
    assert await read(store) == events
    assert await store.read(lambda reader: reader.raw_events("run_1")) == before


async def test_a_reader_may_ask_from_any_number_and_for_any_count(store: Store):
    events = await tell(store, ANSWER)
    await pack(store)
    for after in range(len(events) + 2):
        assert await read(store, after) == events[after:]
        for limit in (1, 5, 41):
            assert await read(store, after, limit) == events[after : after + limit]


@pytest.mark.parametrize("seed", range(8))
async def test_any_log_reads_the_same_page_by_page(store: Store, seed: int):
    events = await tell(store, mixed(seed))
    await pack(store)
    dice = random.Random(seed)
    paged: list[Event] = []
    while len(paged) < len(events):
        paged += await read(store, len(paged), dice.randrange(1, 300))
    assert paged == events
    for after in dice.sample(range(len(events)), min(20, len(events))):
        assert await read(store, after) == events[after:]


async def test_a_pack_stays_small_enough_to_look_into(store: Store):
    many = await tell(store, [delta("x")] * (2 * MOST_EVENTS + 1))
    await pack(store)
    assert [count for _, count in await rows(store)] == [0, MOST_EVENTS, MOST_EVENTS, 0, 0]
    assert await read(store) == many


async def test_large_fragments_are_packed_a_few_at_a_time(store: Store):
    large = await tell(store, [delta("x" * (MOST_BYTES // 3))] * 6)
    await pack(store)
    assert [count for _, count in await rows(store)] == [0, 2, 2, 2, 0]
    assert await read(store) == large


async def test_only_runs_that_have_been_over_for_long_enough_are_packed(store: Store):
    await tell(store, ANSWER)
    await store.write(lambda tx: add_run(tx, "run_2", "thread_2"))
    await store.append("run_2", 1, numbered(1, [started(thread_id="thread_2"), *ANSWER], "run_2"))
    clock = SystemClock()
    assert await Packer(store, clock, clock.now() / 1_000).look() == 0
    assert await pack(store) == 1
    assert await pack(store) == 0, "a packed run is not looked at again"


async def test_two_packers_do_not_lose_a_fragment(store: Store):
    events = await tell(store, ANSWER)
    [pack_of_both] = (await store.read(lambda reader: reader.packs.plan("run_1", 0, 100)))[0]
    for _ in range(2):
        await store.write(lambda tx: tx.packs.keep(pack_of_both))
    assert await read(store) == events


async def test_a_plan_that_does_not_fit_the_log_changes_nothing(store: Store):
    events = await tell(store, ANSWER)
    wrong = Pack(run_id="run_1", last=41, count=80, body=b"wrong")

    def keep(tx: Tx) -> None:
        tx.packs.keep(wrong)

    with pytest.raises(InterlockError, match="changed while they were packed"):
        await store.write(keep)
    assert await read(store) == events


async def test_what_happened_in_a_thread_is_found_among_packs(store: Store):
    events = await tell(store, [*ANSWER, RUNNING, *ANSWER])
    await pack(store)
    facts = await store.read(lambda reader: reader.thread_facts("thread_run_1"))
    assert facts == [events[0], events[41], events[-1]]
