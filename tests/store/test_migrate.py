import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.build import add_run, thread

from interlock.domain.figures import Mark
from interlock.errors import ConfigError
from interlock.store.connect import connect_writer
from interlock.store.migrate import migrate, migrate_file
from interlock.store.sql import Migration, migrations, queries
from interlock.store.sqlite import SqliteStore
from interlock.store.sqlite_session import SqliteSession
from interlock.store.tx import SqlTx

NEWEST = migrations("sqlite")[-1].version


@pytest.fixture
def connection(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    opened = connect_writer(tmp_path / "interlock.db", "NORMAL")
    yield opened
    opened.close()


def schema(connection: sqlite3.Connection) -> list[tuple[str, ...]]:
    rows = connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    return [tuple(row) for row in rows]


def test_migrations_are_numbered_from_1_without_a_gap():
    assert [step.version for step in migrations("sqlite")] == list(range(1, NEWEST + 1))


def test_a_database_migrated_step_by_step_equals_a_fresh_one(
    connection: sqlite3.Connection, tmp_path: Path
):
    steps = migrations("sqlite")
    for count in range(1, len(steps) + 1):
        migrate(connection, steps[:count])
    fresh = connect_writer(tmp_path / "fresh.db", "NORMAL")
    assert migrate(fresh) == (0, NEWEST)
    assert schema(connection) == schema(fresh)
    fresh.close()


def test_migrating_again_changes_nothing(connection: sqlite3.Connection):
    assert migrate(connection) == (0, NEWEST)
    before = schema(connection)
    assert migrate(connection) == (NEWEST, NEWEST)
    assert schema(connection) == before


async def test_a_store_opened_again_has_what_it_had(tmp_path: Path):
    for _ in range(2):
        store = SqliteStore(tmp_path / "interlock.db", lambda _: None)
        await store.write(lambda tx: tx.put_thread(thread()))
        await store.close()
    store = SqliteStore(tmp_path / "interlock.db", lambda _: None)
    assert await store.read(lambda reader: reader.thread("thread_1")) == thread()
    await store.close()


def test_runs_behind_figures_stay_behind_them(connection: sqlite3.Connection):
    """Version 13 keeps them by number, and no more twice for any name."""
    steps = migrations("sqlite")
    migrate(connection, steps[:12])
    tx = SqlTx(SqliteSession(connection, queries("sqlite")))
    add_run(tx)
    old = [("run", "", "ended", 1), ("tool", "", "done", 2), ("tool", "pay", "done", 2)]
    for kind, name, what, most in old:
        connection.execute(
            "INSERT INTO figure_runs VALUES ('local', ?, ?, ?, 7, 'run_1', 'clerk', 'v', ?)",
            (kind, name, what, most),
        )
    migrate(connection)
    assert tx.figures.every_mark("local") == {
        ("run_1", Mark("run", "", "ended")): 1,
        ("run_1", Mark("tool", "pay", "done")): 2,
    }


def test_a_database_that_is_newer_than_the_program_is_refused(
    connection: sqlite3.Connection, tmp_path: Path
):
    migrate(connection)
    connection.execute("INSERT INTO schema_version VALUES (?)", (NEWEST + 1,))
    for attempt in (migrate_file, lambda path: SqliteStore(path, lambda _: None)):
        with pytest.raises(ConfigError, match="newer program"):
            attempt(tmp_path / "interlock.db")


def test_a_migration_that_fails_leaves_the_database_as_it_was(connection: sqlite3.Connection):
    migrate(connection)
    before = schema(connection)
    broken = Migration(NEWEST + 1, "CREATE TABLE a (b);\nCREATE TABLE a (b);\n")
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, [*migrations("sqlite"), broken])
    assert schema(connection) == before
    assert migrate(connection) == (NEWEST, NEWEST)


def test_a_database_file_is_its_owners_alone(tmp_path: Path):
    assert migrate_file(tmp_path / "interlock.db") == (0, NEWEST)
    assert (tmp_path / "interlock.db").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["missing/interlock.db", "text.db", "."])
def test_what_can_not_be_opened_is_refused_with_what_to_check(tmp_path: Path, name: str):
    (tmp_path / "text.db").write_text("no database at all, but long enough to be one " * 50)
    with pytest.raises(ConfigError, match="INTERLOCK_DATABASE_URL"):
        migrate_file(tmp_path / name)
