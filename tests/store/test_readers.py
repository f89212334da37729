"""Looks at the store: each over one view, each for itself."""

import asyncio
from pathlib import Path

import pytest
from tests.store.build import thread

from interlock.errors import InterlockError
from interlock.ports import Reader
from interlock.store.sqlite import SqliteStore


@pytest.fixture
async def sqlite(tmp_path: Path):
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None, "NORMAL")
    yield store
    await store.close()


async def test_a_look_that_fails_is_told_to_whoever_looks_and_disturbs_nobody(sqlite: SqliteStore):
    await sqlite.write(lambda tx: tx.put_thread(thread()))
    fault = ValueError("not what I expected")

    def bad(_: Reader) -> None:
        raise fault

    looks = [sqlite.read(bad), *(sqlite.read(lambda r: r.thread("thread_1")) for _ in range(9))]
    assert await asyncio.gather(*looks, return_exceptions=True) == [fault, *[thread()] * 9]


async def test_a_look_of_somebody_who_went_away_leaves_the_reader_to_others(sqlite: SqliteStore):
    gone = [
        asyncio.get_running_loop().create_task(sqlite.read(lambda r: r.thread("thread_1")))
        for _ in range(9)
    ]
    await asyncio.sleep(0)
    for look in gone:
        look.cancel()
    await asyncio.gather(*gone, return_exceptions=True)
    assert await sqlite.read(lambda r: r.thread("thread_1")) is None


async def test_a_closed_store_shows_nothing_any_more(tmp_path: Path):
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None, "NORMAL")
    await store.close()
    with pytest.raises(InterlockError, match="closed"):
        await store.read(lambda r: r.thread("thread_1"))
