"""The second wall between tenants: what row-level security shows and takes."""

from collections.abc import AsyncIterator, Sequence

import pytest
from tests.databases import postgres_schema
from tests.store.build import ANN, STRANGER, add_run, delta, interrupt, numbered, thread

from interlock import scope
from interlock.domain.events import Event, InterruptOpened
from interlock.errors import InterlockError, NotFound
from interlock.ports import Reader
from interlock.store.postgres import PostgresStore
from interlock.store.postgres_session import PostgresSession
from interlock.store.reader import SqlReader


@pytest.fixture
async def store(published: list[Sequence[Event]]) -> AsyncIterator[PostgresStore]:
    with postgres_schema() as url:
        opened = PostgresStore(url, published.append)
        yield opened
        await opened.close()


def rows(reader: Reader) -> dict[str, int]:
    """How many rows of each table a transaction sees that asks for no tenant."""
    assert isinstance(reader, SqlReader)
    assert isinstance(reader.session, PostgresSession)
    connection = reader.session.connection
    tables = ("threads", "runs", "events", "interrupts", "replays", "ratings")
    counts = (connection.execute(f"SELECT count(*) FROM {one}".encode()) for one in tables)  # noqa: S608
    return {name: row[0] for name, cursor in zip(tables, counts, strict=True) for row in cursor}


async def fill(store: PostgresStore) -> None:
    """A run with an event and a question for each of two tenants."""
    for who, name in ((ANN, "acme"), (STRANGER, "other")):
        await store.write(lambda tx, w=who, n=name: add_run(tx, f"run of {n}", f"thread of {n}", w))
        question = interrupt(f"int of {name}", f"run of {name}", f"thread of {name}", who)
        facts = [delta(), InterruptOpened(interrupt=question)]
        await store.append(f"run of {name}", 1, numbered(1, facts, f"run of {name}"))


async def test_a_query_that_forgets_the_tenant_sees_nothing_of_others(store: PostgresStore):
    await fill(store)
    everything = await store.read(rows)
    with scope.tenant("acme"):
        own = await store.read(rows)
        foreign = await store.read(lambda reader: reader.run("run of other"))
    with scope.nobody():
        nothing = await store.read(rows)
    assert (everything["threads"], everything["events"], everything["interrupts"]) == (2, 4, 2)
    assert (own["threads"], own["runs"], own["events"], own["interrupts"]) == (1, 1, 2, 1)
    assert foreign is None
    assert set(nothing.values()) == {0}


async def test_nobody_writes_for_another_tenant(store: PostgresStore):
    await fill(store)
    with scope.tenant("acme"):
        with pytest.raises(NotFound):
            await store.write(lambda tx: tx.put_thread(thread("thread of other", ANN)))
        with pytest.raises(NotFound):
            await store.write(lambda tx: tx.put_thread(thread("new", STRANGER)))
        await store.write(lambda tx: tx.rename_thread("thread of other", "Mine"))
        with pytest.raises(InterlockError):
            await store.append("run of other", 1, numbered(3, [delta()], "run of other"))
    with scope.nobody(), pytest.raises(NotFound):
        await store.write(lambda tx: tx.put_thread(thread("new", ANN)))
    kept = await store.read(lambda reader: reader.thread("thread of other"))
    assert kept is not None
    assert (kept.tenant, kept.title) == ("other", "")
    assert len(await store.read(lambda reader: reader.events("run of other"))) == 2
