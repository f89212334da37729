import asyncio
from collections.abc import AsyncIterator, Sequence

import psycopg
import pytest
from msgspec.structs import replace
from tests.databases import postgres_schema
from tests.store.build import add_run, delta, end, interrupt, numbered, run, thread
from tests.store.wire import Wire

from interlock.domain.events import Event, Fact, InterruptOpened, Noted
from interlock.errors import InterlockError, LeaseLost, OutcomeUnknown, StoreFailed
from interlock.ports import Reader, Tx
from interlock.sight.count import count_of
from interlock.store.postgres import PostgresStore


@pytest.fixture
def url():
    with postgres_schema() as made:
        yield made


@pytest.fixture
def wire(url: str):
    made = Wire(url)
    yield made
    made.close()


@pytest.fixture
async def store(wire: Wire, published: list[Sequence[Event]]) -> AsyncIterator[PostgresStore]:
    named = f"{wire.url}&application_name={wire.url.rpartition('search_path%3D')[2]}"
    opened = PostgresStore(named, published.append, patience=0.5)
    yield opened
    wire.mend()
    await opened.close()


def driven(count: int) -> list[str]:
    return [f"run_{number}" for number in range(count)]


def begin(tx: Tx, count: int) -> None:
    """So many running runs, each in a thread of its own."""
    for run_id in driven(count):
        add_run(tx, run_id, f"thread of {run_id}")


def logs(count: int):
    def read(reader: Reader) -> list[list[Event]]:
        return [reader.events(run_id) for run_id in driven(count)]

    return read


async def test_a_write_whose_commit_was_answered_to_nobody_is_not_done_again(
    store: PostgresStore, wire: Wire, published: list[Sequence[Event]]
):
    await store.write(add_run)
    times = 0

    def work(tx: Tx) -> str:
        nonlocal times
        times += 1
        tx.append("run_1", [delta()], 2_000)
        return "written"

    wire.after_commit = 1
    assert await store.write(work) == "written"
    assert (times, wire.after_commit) == (1, 0)
    assert await store.read(lambda reader: reader.events("run_1")) == numbered(1, [delta()])
    assert published == [numbered(1, [delta()])]


async def test_a_write_whose_commit_never_arrived_is_done_again(
    store: PostgresStore, wire: Wire, published: list[Sequence[Event]]
):
    await store.write(add_run)
    times = 0

    def work(tx: Tx) -> str:
        nonlocal times
        times += 1
        tx.append("run_1", [delta()], 2_000)
        return "written"

    wire.before_commit = 1
    assert await store.write(work) == "written"
    assert (times, wire.before_commit) == (2, 0)
    assert await store.read(lambda reader: reader.events("run_1")) == numbered(1, [delta()])
    assert published == [numbered(1, [delta()])]


@pytest.mark.parametrize("last", [delta("word that commits itself"), Noted(code="a", text="b")])
@pytest.mark.parametrize("count", [1, 12])
@pytest.mark.parametrize("lost", ["before_commit", "after_commit"])
async def test_appends_are_in_the_log_once_wherever_the_connection_broke_in_their_commit(
    store: PostgresStore,
    wire: Wire,
    published: list[Sequence[Event]],
    count: int,
    lost: str,
    last: Fact,
):
    await store.write(lambda tx: begin(tx, count))
    setattr(wire, lost, 1)
    first = [store.append(one, 1, numbered(1, [delta("a")] * 3, one)) for one in driven(count)]
    second = [store.append(one, 1, numbered(4, [last], one)) for one in driven(count)]
    await asyncio.gather(*first, *second)
    assert getattr(wire, lost) == 0
    expected = [numbered(1, [delta("a")] * 3 + [last], one) for one in driven(count)]
    assert await store.read(logs(count)) == expected
    told = [[e for group in published for e in group if e.run_id == one] for one in driven(count)]
    assert told == expected


async def test_what_was_stored_by_a_database_that_then_went_away_is_not_called_lost(
    store: PostgresStore, wire: Wire
):
    await store.write(add_run)
    wire.for_good = True
    for attempt in (
        lambda: store.append("run_1", 1, numbered(1, [delta("word that commits itself")])),
        lambda: store.write(lambda tx: tx.rename_thread("thread_1", "Renamed")),
    ):
        wire.mend()
        await store.read(lambda reader: reader.run("run_1"))
        wire.after_commit = 1
        with pytest.raises(OutcomeUnknown, match="not known"):
            await attempt()
    wire.mend()
    assert len(await store.read(lambda reader: reader.events("run_1"))) == 1
    found = await store.read(lambda reader: reader.thread("thread_1"))
    assert found is not None
    assert found.title == "Renamed"


async def test_an_append_that_is_sent_twice_is_refused_when_nothing_was_lost(store: PostgresStore):
    await store.write(add_run)
    await store.append("run_1", 1, numbered(1, [delta()]))
    with pytest.raises(InterlockError, match="does not continue"):
        await store.append("run_1", 1, numbered(1, [delta()]))


async def test_connections_that_the_database_ends_come_back_by_themselves(
    store: PostgresStore, url: str
):
    await store.write(add_run)
    for seq in range(1, 4):
        with psycopg.connect(url, autocommit=True) as other:
            ended = other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = current_schema()"
            ).fetchall()
        assert ended
        await store.append("run_1", 1, numbered(seq, [delta()]))
        await store.write(lambda tx: tx.rename_thread("thread_1", "Renamed"))
        assert len(await store.read(lambda reader: reader.events("run_1"))) == seq


async def test_while_the_database_is_away_everything_fails_clearly_and_works_again_afterwards(
    store: PostgresStore, wire: Wire
):
    await store.write(add_run)
    await store.append("run_1", 1, numbered(1, [delta()]))
    wire.cut()
    for attempt in (
        lambda: store.read(lambda reader: reader.run("run_1")),
        lambda: store.write(lambda tx: tx.rename_thread("thread_1", "no")),
        lambda: store.append("run_1", 1, numbered(2, [delta()])),
        lambda: asyncio.to_thread(store.renew, "w1", {"run_1": 1}, 30),
    ):
        with pytest.raises(StoreFailed, match=r"try again|not known") as failed:
            await attempt()
        assert "postgresql://" not in str(failed.value)
    wire.mend()
    await store.append("run_1", 1, numbered(2, [delta()]))
    found = await store.read(lambda reader: reader.run("run_1"))
    assert found is not None
    assert (found.status, found.last_seq) == ("running", 2)


async def test_one_append_of_a_group_that_fails_takes_no_other_with_it(store: PostgresStore):
    count = 30
    await store.write(lambda tx: begin(tx, count))
    await store.write(lambda tx: tx.claim("run_3"))  # the driver of fence 1 lost it
    orphan = InterruptOpened(interrupt=interrupt("int_1", "run_of_nobody"))
    facts = {"run_7": [delta(), orphan]}
    appends = [
        store.append(one, 1, numbered(1, facts.get(one, [delta()]), one)) for one in driven(count)
    ]
    outcomes = dict(
        zip(driven(count), await asyncio.gather(*appends, return_exceptions=True), strict=True)
    )
    failed = {one: type(error) for one, error in outcomes.items() if error is not None}
    assert failed == {"run_3": LeaseLost, "run_7": StoreFailed}
    lengths = [len(log) for log in await store.read(logs(count))]
    assert lengths == [int(one not in failed) for one in driven(count)]


async def test_functions_that_run_at_the_same_time_do_not_undo_each_other(store: PostgresStore):
    await store.write(lambda tx: tx.put_thread(replace(thread(), title="0")))

    def count(tx: Tx) -> None:
        found = tx.thread("thread_1")
        assert found is not None
        tx.rename_thread("thread_1", str(int(found.title) + 1))

    await asyncio.gather(*(store.write(count) for _ in range(30)))
    found = await store.read(lambda reader: reader.thread("thread_1"))
    assert found is not None
    assert found.title == "30"


async def test_a_lease_that_is_alive_keeps_others_away_and_one_that_is_over_does_not(
    store: PostgresStore,
):
    def work(tx: Tx) -> None:
        tx.put_thread(thread())
        tx.insert_run(run())

    await store.write(work)
    first = await store.write(lambda tx: tx.claim("run_1", "w1", 60))
    assert await store.write(lambda tx: tx.claim("run_1", "w2", 60)) is None
    assert await store.write(lambda tx: tx.claim("run_1")) is None
    again = await store.write(lambda tx: tx.claim("run_1", "w1", -1))
    taken = await store.write(lambda tx: tx.claim("run_1", "w2", 60))
    assert [one and (one.worker, one.fence, one.attempts) for one in (first, again, taken)] == [
        ("w1", 1, 1),
        ("w1", 2, 2),
        ("w2", 3, 3),
    ]
    with pytest.raises(LeaseLost):
        await store.append("run_1", 2, numbered(1, [delta()]))


async def test_a_lease_is_renewed_while_its_driver_appends(store: PostgresStore):
    await store.write(lambda tx: begin(tx, 8))
    for one in driven(8):
        await store.write(lambda tx, one=one: tx.claim(one, "w1", 60))
    fences = dict.fromkeys(driven(8), 2)
    for seq in range(1, 20):
        appends = [store.append(one, 2, numbered(seq, [delta()], one)) for one in driven(8)]
        held = await asyncio.to_thread(store.renew, "w1", fences, 60)
        await asyncio.gather(*appends)
        assert sorted(one.run_id for one in held) == driven(8)


async def test_text_with_a_nul_is_kept_without_it(store: PostgresStore):
    await store.write(lambda tx: tx.put_thread(replace(thread(), title="a\0b")))
    found = await store.read(lambda reader: reader.thread("thread_1"))
    assert found is not None
    assert found.title == "a\ufffdb"


async def test_a_counter_waits_for_no_other_one_and_leaves_it_nothing_undone(
    store: PostgresStore, url: str
):
    await store.write(lambda tx: begin(tx, 2))
    for run_id in driven(2):
        await end(store, run_id)
    counts = await store.read(lambda reader: [count_of(reader, run_id) for run_id in driven(2)])
    with psycopg.connect(url) as other:
        other.execute("SET interlock.tenant = '*'")
        other.execute("UPDATE runs SET counted = 1 WHERE id = 'run_0'")
        assert await store.write(lambda tx: tx.figures.add(counts), by_locks=True) == 1
        other.rollback()
    assert await store.write(lambda tx: tx.figures.add(counts), by_locks=True) == 1
    assert await store.write(lambda tx: tx.figures.add(counts), by_locks=True) == 0
