"""The next pages of many logs, read together: each is what it would be alone."""

from collections.abc import Sequence

import pytest
from tests.store.build import BOB, STRANGER, add_run, delta, end, numbered
from tests.store.test_packs import pack

from interlock import scope
from interlock.domain.events import Event
from interlock.ports import LogPage, Store, Tail

LENGTHS = {"run_1": 5, "run_2": 40, "run_3": 0, "run_4": 12}
LARGE = 10**9


@pytest.fixture
async def logs(store: Store) -> dict[str, list[Event]]:
    """Four logs, of which the last one is over and packed."""
    written: dict[str, list[Event]] = {}
    for number, (run_id, length) in enumerate(LENGTHS.items()):
        thread = f"thread_{number}"
        fence = await store.write(
            lambda tx, run_id=run_id, thread=thread: add_run(tx, run_id, thread)
        )
        events = numbered(1, [delta(f"{run_id} {n}") for n in range(length)], run_id)
        await store.append(run_id, fence, events)
        written[run_id] = events
    await end(store, "run_4")
    assert await pack(store) == 1
    written["run_4"] = await store.read(lambda reader: reader.events("run_4"))
    return written


async def pages(
    store: Store, tails: Sequence[Tail], limit: int = 256, size: int = LARGE
) -> list[LogPage]:
    return await store.read(lambda reader: reader.tails(tails, limit, size))


async def test_each_reader_gets_what_is_new_to_it(store: Store, logs: dict[str, list[Event]]):
    wanted = [Tail(run_id, after) for run_id in reversed(LENGTHS) for after in (0, 3, 13, 40)]
    for tail, page in zip(wanted, await pages(store, wanted), strict=True):
        assert page.events == logs[tail.run_id][tail.after :]
        assert (page.more, page.over) == (False, tail.run_id == "run_4")


async def test_a_page_has_its_bounds_and_says_that_there_is_more(
    store: Store, logs: dict[str, list[Event]]
):
    one, two, over = await pages(store, [Tail("run_1", 2), Tail("run_2", 2), Tail("run_4", 5)], 3)
    assert one == LogPage(logs["run_1"][2:], more=False, over=False)
    assert two == LogPage(logs["run_2"][2:5], more=True, over=False)
    assert over == LogPage(logs["run_4"][5:8], more=True, over=False)
    small = await pages(store, [Tail("run_2", 0)], size=1)
    assert small == [LogPage(logs["run_2"][:1], more=True, over=False)]


async def test_a_log_that_nobody_knows_is_over(store: Store, logs: dict[str, list[Event]]):
    nobody, one = await pages(store, [Tail("run_9", 0), Tail("run_1", 4)])
    assert nobody == LogPage()
    assert one.events == logs["run_1"][4:]
    assert await pages(store, []) == []


async def test_a_log_of_another_tenant_is_not_there(store: Store):
    await store.write(lambda tx: add_run(tx, "run_1", "thread_1", BOB))
    await store.append("run_1", 1, numbered(1, [delta()]))
    with scope.tenant(BOB.tenant):
        assert len((await pages(store, [Tail("run_1", 0)]))[0].events) == 1
    if type(store).__name__ == "PostgresStore":
        with scope.tenant(STRANGER.tenant):
            assert await pages(store, [Tail("run_1", 0)]) == [LogPage()]
