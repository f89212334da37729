import asyncio
import tempfile
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from tests.store.build import BOUND, add_run, delta, numbered, run, started, thread
from tests.store.conftest import KINDS, Open

from interlock.domain.events import Event, RunEnded
from interlock.errors import InterlockError, LeaseLost
from interlock.ports import Reader, Store, Tx


async def test_events_come_back_in_order_and_from_any_point(store: Store):
    fence = await store.write(add_run)
    events = numbered(1, [started(), delta("a"), delta("ö\n"), RunEnded(status="success")])
    await store.append("run_1", fence, events[:1])
    await store.append("run_1", fence, events[1:])
    assert await store.read(lambda reader: reader.events("run_1")) == events
    assert await store.read(lambda reader: reader.events("run_1", 2)) == events[2:]
    assert await store.read(lambda reader: reader.events("run_1", 1, 2)) == events[1:3]
    assert await store.read(lambda reader: reader.events("run_1", 4)) == []
    assert await store.read(lambda reader: reader.events("run_9")) == []


async def test_raw_events_are_the_json_of_the_events(store: Store):
    fence = await store.write(add_run)
    events = numbered(1, [started('say "hi"'), delta("ö\n")])
    await store.append("run_1", fence, events)
    raw = await store.read(lambda reader: reader.raw_events("run_1"))
    assert raw == [json.encode(event) for event in events]
    assert await store.read(lambda reader: reader.raw_events("run_1", 1, 1)) == raw[1:]


async def test_the_facts_of_a_thread_leave_fragments_out(store: Store):
    fence = await store.write(add_run)
    events = numbered(1, [started(), delta("a"), delta("b"), RunEnded(status="success")])
    await store.append("run_1", fence, events)
    facts = await store.read(lambda reader: reader.thread_facts("thread_1"))
    assert facts == [events[0], events[3]]


async def test_a_transaction_numbers_the_facts_that_it_appends(store: Store):
    def work(tx: Tx) -> list[Event]:
        tx.put_thread(thread())
        tx.insert_run(run())
        assert tx.append("run_1", [], 5) == []
        return [*tx.append("run_1", [started()], 5), *tx.append("run_1", [delta(), delta()], 6)]

    events = await store.write(work)
    assert events == [
        *numbered(1, [started()], at=5),
        *numbered(2, [delta(), delta()], at=6),
    ]
    assert await store.read(lambda reader: reader.events("run_1")) == events


async def test_a_driver_with_an_old_fence_writes_nothing(store: Store):
    old = await store.write(add_run)
    await store.append("run_1", old, numbered(1, [started()]))
    taken = await store.write(lambda tx: tx.claim("run_1"))
    assert taken is not None
    with pytest.raises(LeaseLost):
        await store.append("run_1", old, numbered(2, [delta("old")]))
    await store.append("run_1", taken.fence, numbered(2, [delta("new")]))
    assert await store.read(lambda reader: reader.events("run_1")) == [
        *numbered(1, [started()]),
        *numbered(2, [delta("new")]),
    ]


async def test_the_driver_of_a_run_that_somebody_ended_writes_nothing(store: Store):
    fence = await store.write(add_run)
    await store.write(lambda tx: tx.append("run_1", [RunEnded(status="cancelled")], 1))
    with pytest.raises(LeaseLost):
        await store.append("run_1", fence, numbered(2, [delta()]))


@pytest.mark.parametrize("numbers", [[1], [3], [0], [4, 3], [2, 4], [2, 2], [2, 3, 3]])
async def test_events_that_do_not_continue_the_log_are_refused(store: Store, numbers: list[int]):
    fence = await store.write(add_run)
    await store.append("run_1", fence, numbered(1, [started()]))
    with pytest.raises(InterlockError):
        await store.append("run_1", fence, [Event("run_1", n, 1, delta()) for n in numbers])
    assert await store.read(lambda reader: reader.events("run_1")) == numbered(1, [started()])


async def test_an_append_to_no_run_is_refused_and_one_of_nothing_is_fine(store: Store):
    with pytest.raises(InterlockError):
        await store.append("run_9", 1, numbered(1, [delta()], "run_9"))
    with pytest.raises(InterlockError):
        await store.write(lambda tx: tx.append("run_9", [delta()], 1))
    await store.append("run_9", 1, [])


async def test_appends_take_effect_in_the_order_of_the_calls(store: Store):
    fence = await store.write(add_run)
    buffer: list[Event] = []
    pending: list[Awaitable[None]] = []
    for seq in range(1, 101):
        buffer[:] = numbered(seq, [delta(str(seq))])
        pending.append(store.append("run_1", fence, buffer))
    await pending[-1]
    events = await store.read(lambda reader: reader.events("run_1"))
    assert events == numbered(1, [delta(str(seq)) for seq in range(1, 101)])


async def test_committed_events_are_published_before_the_write_returns(
    store: Store, published: list[Sequence[Event]]
):
    fence = await store.write(add_run)
    assert published == []
    for seq in (1, 2, 3):
        await store.append("run_1", fence, numbered(seq, [delta(str(seq))]))
        assert [list(group) for group in published][-1] == numbered(seq, [delta(str(seq))])
    await store.write(lambda tx: tx.append("run_1", [delta("4")], 2_000))
    assert [event.seq for group in published for event in group] == [1, 2, 3, 4]


async def test_a_failed_write_publishes_nothing(store: Store, published: list[Sequence[Event]]):
    await store.write(add_run)

    def work(tx: Tx) -> None:
        tx.append("run_1", [delta()], 1)
        raise ValueError("changed my mind")

    with pytest.raises(ValueError, match="changed my mind"):
        await store.write(work)
    assert published == []
    assert await store.read(lambda reader: reader.events("run_1")) == []


async def test_a_view_stays_the_same_while_others_write(store: Store):
    fence = await store.write(add_run)
    await store.append("run_1", fence, numbered(1, [started()]))
    looked, written = threading.Event(), threading.Event()

    def work(reader: Reader) -> tuple[int, int]:
        before = len(reader.events("run_1"))
        looked.set()
        assert written.wait(BOUND)
        return before, len(reader.events("run_1"))

    async with asyncio.TaskGroup() as group:
        view = group.create_task(store.read(work))
        assert await asyncio.to_thread(looked.wait, BOUND)
        await store.append("run_1", fence, numbered(2, [delta()]))
        written.set()
    assert view.result() == (1, 1)
    assert len(await store.read(lambda reader: reader.events("run_1"))) == 2


@given(
    st.sampled_from(sorted(KINDS)),
    st.lists(
        st.tuples(st.sampled_from(["driver", "command", "fault", "claim"]), st.integers(1, 3)),
        max_size=25,
    ),
)
@settings(max_examples=30)
def test_a_log_has_no_gap_whoever_writes_in_whatever_order(kind: str, steps: list[tuple[str, int]]):
    with tempfile.TemporaryDirectory() as folder, KINDS[kind](Path(folder)) as open_store:
        asyncio.run(_interleave(open_store, steps))


async def _interleave(open_store: Open, steps: list[tuple[str, int]]) -> None:
    published: list[Event] = []
    store = open_store(published.extend)
    fence, seq = await store.write(add_run), 1
    pending: list[Awaitable[int]] = []
    async with asyncio.TaskGroup() as group:
        for kind, size in steps:
            if kind == "driver":
                events = numbered(seq, [delta()] * size)
                pending.append(_kept(store.append("run_1", fence, events), size))
                seq += size
            elif kind == "claim":
                run = await store.write(lambda tx: tx.claim("run_1"))
                assert run is not None
                fence, seq = run.fence, run.last_seq + 1
            else:
                write = store.write(_command(size, fails=kind == "fault"))
                pending.append(group.create_task(_kept(write, size)))
                await asyncio.sleep(0)
    kept = sum([await one for one in pending])
    stored = await store.read(lambda reader: reader.events("run_1"))
    await store.close()
    assert [event.seq for event in stored] == list(range(1, kept + 1))
    # Where several threads write, the command's events may be told of after the driver's next.
    assert sorted(published, key=lambda event: event.seq) == stored


async def _kept(write: Awaitable[object], size: int) -> int:
    """How many events a write has left in the log."""
    try:
        await write
    except InterlockError:
        return 0
    return size


def _command(size: int, *, fails: bool) -> Callable[[Tx], None]:
    def work(tx: Tx) -> None:
        tx.append("run_1", [delta()] * size, 2_000)
        if fails:
            raise InterlockError("changed my mind")

    return work
