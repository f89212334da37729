"""Who asks for the end of a log while a read is under way shares the next read."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.store.build import delta, numbered, turns

from interlock import scope
from interlock.bus.tails import MOST_TAILS, Tails
from interlock.errors import StoreFailed
from interlock.ports import LogPage, Tail


class Slow:
    """A store that answers when it is told to, and notes who was read with whom."""

    def __init__(self) -> None:
        self.reads: list[tuple[str, list[str]]] = []
        self.gate = asyncio.Event()
        self.broken: dict[str, Exception] = {}

    async def read(self, work: Callable[[Any], Any]) -> Any:
        whose = scope.current()
        await self.gate.wait()
        return work(_Reader(self, whose))


class _Reader:
    def __init__(self, store: Slow, whose: str) -> None:
        self._store = store
        self._whose = whose

    def tails(self, tails: Sequence[Tail], limit: int, size: int) -> list[LogPage]:
        del limit, size
        names = [tail.run_id for tail in tails]
        self._store.reads.append((self._whose, names))
        for name in names:
            if name in self._store.broken:
                raise self._store.broken[name]
        return [page_of(tail) for tail in tails]


def page_of(tail: Tail) -> LogPage:
    return LogPage(numbered(tail.after + 1, [delta(tail.run_id)], tail.run_id), over=False)


@pytest.fixture
async def slow() -> Slow:
    return Slow()


async def ask(tails: Tails, names: Sequence[str]) -> list["asyncio.Task[LogPage]"]:
    loop = asyncio.get_running_loop()
    asked = [loop.create_task(tails.page(Tail(name, 7))) for name in names]
    await turns()
    return asked


async def test_who_waits_is_read_together_and_gets_its_own_page(slow: Slow):
    tails = Tails(slow, 256)  # pyright: ignore[reportArgumentType]
    asked = await ask(tails, ["a"])
    asked += await ask(tails, ["b", "c", "a"])
    slow.gate.set()
    assert await asyncio.gather(*asked) == [page_of(Tail(name, 7)) for name in "abca"]
    assert slow.reads == [("*", ["a"]), ("*", ["b", "c", "a"])]
    assert await tails.page(Tail("d", 1)) == page_of(Tail("d", 1))
    assert slow.reads[2:] == [("*", ["d"])]


async def test_a_read_is_no_larger_than_its_bound(slow: Slow):
    tails = Tails(slow, 256)  # pyright: ignore[reportArgumentType]
    asked = await ask(tails, ["first"])
    asked += await ask(tails, [str(number) for number in range(MOST_TAILS + 3)])
    slow.gate.set()
    await asyncio.gather(*asked)
    assert [len(names) for _, names in slow.reads] == [1, MOST_TAILS, 3]


async def test_tenants_do_not_share_a_read(slow: Slow):
    tails = Tails(slow, 256)  # pyright: ignore[reportArgumentType]
    asked: list[asyncio.Task[LogPage]] = []
    for tenant, name in [("acme", "a"), ("other", "b"), ("acme", "c"), ("other", "d")]:
        with scope.tenant(tenant):
            asked += await ask(tails, [name])
    slow.gate.set()
    await asyncio.gather(*asked)
    assert sorted(slow.reads) == [
        ("acme", ["a"]),
        ("acme", ["c"]),
        ("other", ["b"]),
        ("other", ["d"]),
    ]


async def test_who_went_away_is_not_read_and_keeps_nobody_waiting(slow: Slow):
    tails = Tails(slow, 256)  # pyright: ignore[reportArgumentType]
    [first] = await ask(tails, ["a"])
    gone, stays = await ask(tails, ["b", "c"])
    first.cancel()
    gone.cancel()
    await turns()
    slow.gate.set()
    assert await stays == page_of(Tail("c", 7))
    assert slow.reads == [("*", ["a"]), ("*", ["c"])]


async def test_a_log_that_can_not_be_read_spoils_no_other(slow: Slow):
    tails = Tails(slow, 256)  # pyright: ignore[reportArgumentType]
    slow.broken["b"] = ValueError("an event of a newer program")
    asked = await ask(tails, ["a"])
    asked += await ask(tails, ["b", "c"])
    slow.gate.set()
    one, two, three = await asyncio.gather(*asked, return_exceptions=True)
    assert (one, three) == (page_of(Tail("a", 7)), page_of(Tail("c", 7)))
    assert two is slow.broken["b"]


async def test_a_database_that_is_down_is_asked_once_for_all(slow: Slow):
    tails = Tails(slow, 256)  # pyright: ignore[reportArgumentType]
    slow.broken["b"] = StoreFailed("the database can't be reached")
    asked = await ask(tails, ["a"])
    asked += await ask(tails, ["b", "c"])
    slow.gate.set()
    found = await asyncio.gather(*asked, return_exceptions=True)
    assert found[1:] == [slow.broken["b"]] * 2
    assert len(slow.reads) == 2
