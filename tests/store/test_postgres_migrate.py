import asyncio
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest
from tests.databases import postgres_schema, restore
from tests.store.build import BOUND, add_run, thread

from interlock.domain.figures import Mark
from interlock.errors import ConfigError
from interlock.store.postgres import PostgresStore
from interlock.store.postgres_migrate import APP_ROLE, app_role, migrate_postgres
from interlock.store.sql import Migration, migrations

RELEASES = Path(__file__).parent.parent / "fixtures" / "releases"
STEPS = migrations("postgres")
NEWEST = STEPS[-1].version

CATALOGS = {
    "columns": """
        SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity
        FROM information_schema.columns WHERE table_schema = current_schema()
    """,
    "indexes": """
        SELECT tablename, indexname, replace(indexdef, current_schema() || '.', '')
        FROM pg_indexes WHERE schemaname = current_schema()
    """,
    "constraints": """
        SELECT conrelid::regclass::text, conname, contype, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
    """,
    "policies": """
        SELECT tablename, policyname, cmd, qual, with_check
        FROM pg_policies WHERE schemaname = current_schema()
    """,
    "tables": """
        SELECT relname, relkind, relrowsecurity, relforcerowsecurity, reloptions
        FROM pg_class WHERE relnamespace = current_schema()::regnamespace
    """,
}


def catalogs(url: str) -> dict[str, list[str]]:
    with psycopg.connect(url) as connection:
        return {
            name: sorted(map(str, connection.execute(query.encode())))
            for name, query in CATALOGS.items()
        }


@pytest.fixture
def url():
    with postgres_schema() as made:
        yield made


@pytest.mark.parametrize(
    "dump", sorted(RELEASES.glob("*-postgres.sql")), ids=lambda dump: dump.stem
)
def test_a_released_database_that_was_migrated_equals_a_fresh_one(dump: Path, url: str):
    restore(dump.read_text("utf-8"), url)
    before, after = migrate_postgres(url)
    assert before < after == NEWEST
    with postgres_schema() as fresh:
        assert migrate_postgres(fresh) == (0, NEWEST)
        assert catalogs(url) == catalogs(fresh)


def test_a_database_migrated_step_by_step_equals_a_fresh_one(url: str):
    for count in range(1, len(STEPS) + 1):
        migrate_postgres(url, STEPS[:count])
    with postgres_schema() as fresh:
        migrate_postgres(fresh)
        assert catalogs(url) == catalogs(fresh)


def test_both_databases_have_the_same_tables_and_columns(url: str, tmp_path: Path):
    migrate_postgres(url)
    store = sqlite3.connect(":memory:")
    for step in migrations("sqlite"):
        store.executescript(step.sql)
    tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    embedded = {
        (table, row[1])
        for (table,) in store.execute(tables).fetchall()
        for row in store.execute(f"PRAGMA table_info({table})")
    }
    store.close()
    with psycopg.connect(url) as connection:
        shared = set(
            connection.execute(
                "SELECT table_name, column_name FROM information_schema.columns"
                " WHERE table_schema = current_schema() AND table_name <> 'schema_version'"
            )
        )
    # Kept for servers of the version before, which are replaced one by one.
    assert {row for row in shared if row[0] != "figure_runs"} == embedded


def test_every_table_with_a_tenant_is_behind_the_second_wall(url: str):
    migrate_postgres(url)
    with psycopg.connect(url) as connection:
        open_tables = connection.execute(
            """
            SELECT relname FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
              AND NOT (relrowsecurity AND relforcerowsecurity AND EXISTS (
                  SELECT FROM pg_policies
                  WHERE schemaname = current_schema() AND tablename = relname
              ))
            """
        ).fetchall()
    assert {name for (name,) in open_tables} <= {"schema_version", "tenants", "turns"}


def test_migrating_again_changes_nothing(url: str):
    assert migrate_postgres(url) == (0, NEWEST)
    before = catalogs(url)
    assert migrate_postgres(url) == (NEWEST, NEWEST)
    assert catalogs(url) == before


def test_many_servers_that_start_at_once_migrate_once(url: str):
    outcomes: list[tuple[int, int]] = []
    threads = [
        threading.Thread(target=lambda: outcomes.append(migrate_postgres(url))) for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join(BOUND * 3)
    assert sorted(set(outcomes)) in ([(0, NEWEST), (NEWEST, NEWEST)], [(0, NEWEST)])
    assert outcomes.count((0, NEWEST)) == 1


def test_a_database_that_is_newer_than_the_program_is_refused(url: str):
    migrate_postgres(url)
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO schema_version VALUES (%s)", (NEWEST + 1,))
    for attempt in (migrate_postgres, lambda url: PostgresStore(url, lambda _: None)):
        with pytest.raises(ConfigError, match="newer program"):
            attempt(url)


def test_a_step_that_fails_leaves_the_database_as_it_was(url: str):
    migrate_postgres(url)
    before = catalogs(url)
    broken = Migration(NEWEST + 1, "CREATE TABLE a (b TEXT);\nCREATE TABLE a (b TEXT);\n")
    with pytest.raises(ConfigError):
        migrate_postgres(url, [*STEPS, broken])
    assert catalogs(url) == before


def test_a_database_that_does_not_answer_is_refused_with_what_to_check():
    with pytest.raises(ConfigError, match="INTERLOCK_DATABASE_URL") as refused:
        migrate_postgres("postgresql://ann:secret@127.0.0.1:1/none")
    assert "secret" not in str(refused.value)


def test_a_login_that_could_pass_by_the_policies_works_as_a_role_that_can_not(url: str):
    migrate_postgres(url)
    assert app_role(url) == APP_ROLE
    with psycopg.connect(url) as connection:
        connection.execute("SET ROLE interlock_app")
        who = connection.execute(
            "SELECT rolsuper OR rolbypassrls OR rolcanlogin FROM pg_roles"
            " WHERE rolname = current_user"
        ).fetchone()
    assert who == (False,)


async def test_a_running_server_is_not_disturbed_by_a_newer_ones_migration(url: str):
    store = PostgresStore(url, lambda _: None)
    await store.write(lambda tx: tx.put_thread(thread()))
    for _ in range(40):  # so often that statements are prepared
        await store.write(lambda tx: tx.thread("thread_1"))
        await store.read(lambda reader: reader.thread("thread_1"))
    more = Migration(
        NEWEST + 1,
        "ALTER TABLE threads ADD COLUMN more TEXT NOT NULL DEFAULT '';"
        "ALTER TABLE threads ALTER COLUMN more SET DEFAULT 'x';",
    )
    await asyncio.to_thread(migrate_postgres, url, [*STEPS, more])
    for _ in range(16):
        assert await store.read(lambda reader: reader.thread("thread_1")) == thread()
        assert await store.write(lambda tx: tx.thread("thread_1")) == thread()
    await store.close()


def test_runs_behind_figures_stay_behind_them(url: str):
    """Version 14 keeps them by number, and no more twice for any name."""
    dump = sorted(RELEASES.glob("*-postgres.sql"))[-1]
    restore(dump.read_text("utf-8"), url)
    migrate_postgres(url, [step for step in STEPS if step.version < 14])
    with psycopg.connect(url) as connection:
        for kind, name, what in (
            ("run", "", "ended"),
            ("tool", "", "done"),
            ("tool", "pay", "done"),
        ):
            connection.execute(
                "INSERT INTO figure_runs SELECT tenant, %s, %s, %s, 7, id, agent, 'v', 2 FROM runs",
                (kind, name, what),
            )
    migrate_postgres(url)
    with psycopg.connect(url) as connection:
        runs = connection.execute("SELECT tenant, number FROM runs").fetchall()
        marks = connection.execute(
            "SELECT tenant, run, kind, name, what, ended_at, most FROM figure_marks"
        ).fetchall()
    assert runs
    assert sorted(marks) == sorted(
        (*run, *mark, 7, 2)
        for run in runs
        for mark in (("run", "", "ended"), ("tool", "pay", "done"))
    )


async def test_what_a_server_of_the_version_before_counts_meanwhile_is_kept(url: str):
    """It adds runs behind figures to a table that version 14 has no more use for."""
    store = PostgresStore(url, lambda _: None)
    await store.write(add_run)
    add = """
        INSERT INTO figure_runs (tenant, kind, name, what, ended_at, run_id, agent, version, most)
        VALUES ('local', 'tool', %s, 'done', 7, 'run_1', 'clerk', 'v', 2)
        ON CONFLICT (tenant, kind, name, what, ended_at, run_id) DO UPDATE SET most = excluded.most
    """
    with psycopg.connect(url) as connection:
        connection.execute(f"SET ROLE {APP_ROLE}")
        connection.execute("SET interlock.tenant = '*'")
        for name in ("", "pay", "pay"):
            connection.execute(add.encode(), (name,))
    marks = await store.read(lambda reader: reader.figures.every_mark("local"))
    assert marks == {("run_1", Mark("tool", "pay", "done")): 2}
    await store.close()


async def test_a_step_waits_for_a_transaction_that_holds_its_table_and_lets_others_pass(url: str):
    migrate_postgres(url)
    more = Migration(NEWEST + 1, "ALTER TABLE threads ADD COLUMN more TEXT NOT NULL DEFAULT ''")
    with psycopg.connect(url) as holder:
        holder.execute("SELECT count(*) FROM threads")
        async with asyncio.timeout(BOUND), asyncio.TaskGroup() as group:
            work = asyncio.to_thread(migrate_postgres, url, [*STEPS, more])
            migrating = group.create_task(work)
            await asyncio.wait({migrating}, timeout=0.2)
            assert not migrating.done()
            holder.rollback()
        assert migrating.result() == (NEWEST, NEWEST + 1)
