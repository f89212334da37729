"""Bring a PostgreSQL database to the schema of this program. Forward only, while servers run."""

import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib import resources
from typing import Final

import psycopg
from psycopg import Connection, errors

from interlock.errors import ConfigError
from interlock.store.migrate import check_version
from interlock.store.postgres_link import connect
from interlock.store.sql import Migration, migrations

APP_ROLE: Final = "interlock_app"
"""Whom a login works as that could pass by the policies: they hold for this one."""

_CREATE = "CREATE TABLE IF NOT EXISTS schema_version (version BIGINT PRIMARY KEY)"
_LOCK = "SELECT pg_advisory_lock(hashtext('interlock ' || current_schema()))"
_UNLOCK = "SELECT pg_advisory_unlock(hashtext('interlock ' || current_schema()))"
_APPLIED = "SELECT version FROM schema_version"
_PRESENT = "SELECT to_regclass('schema_version') IS NOT NULL"
_PASSES_BY = "SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = session_user"

_ATTEMPTS: Final = 20
_PAUSE: Final = 0.5


def migrate_postgres(url: str, steps: Sequence[Migration] | None = None) -> tuple[int, int]:
    """Apply the migrations that a database lacks, each in a transaction of its own.

    Any number of processes may do this at once. A step waits only briefly for the locks that it
    needs, lets the running servers pass, and tries again.

    Args:
        url: ``postgresql://…``; the schema is the first of its search path.
        steps: The migrations; those of this program by default.

    Returns:
        The version before and after.

    Raises:
        ConfigError: It can't be reached, we may not change it, or it is newer than the program.
    """
    todo = migrations("postgres") if steps is None else steps
    newest = todo[-1].version
    with _opened(url) as connection:
        applied = _applied(connection)
        check_version(max(applied, default=0), newest)
        if {step.version for step in todo} <= applied:
            return newest, newest
        connection.execute("SET lock_timeout = 0")
        connection.execute("SET statement_timeout = 0")
        connection.execute(_LOCK)
        try:
            return _advance(connection, todo, newest)
        finally:
            connection.execute(_UNLOCK)


def app_role(url: str) -> str:
    """The role that connections have to take so that the policies hold; empty for their own.

    Raises:
        ConfigError: The database can't be reached.
    """
    with _opened(url) as connection:
        return APP_ROLE if _passes_by(connection) else ""


def _advance(connection: Connection, todo: Sequence[Migration], newest: int) -> tuple[int, int]:
    connection.execute(_CREATE)
    applied = _applied(connection)
    before = max(applied, default=0)
    check_version(before, newest)
    for step in todo:
        if step.version not in applied:
            _patiently(connection, step)
    if _passes_by(connection):
        folder = resources.files("interlock.store").joinpath("migrations", "postgres")
        connection.execute(folder.joinpath("app_role.sql").read_text("utf-8").encode())
    return before, newest


def _patiently(connection: Connection, step: Migration) -> None:
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            with connection.transaction():
                connection.execute("SET LOCAL lock_timeout = '2s'")
                connection.execute("SET LOCAL interlock.tenant = '*'")
                connection.execute(step.sql.encode())
                connection.execute("INSERT INTO schema_version VALUES (%s)", (step.version,))
        except (errors.LockNotAvailable, errors.DeadlockDetected):
            if attempt == _ATTEMPTS:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _applied(connection: Connection) -> set[int]:
    present = connection.execute(_PRESENT).fetchone()
    if present is None or not present[0]:
        return set()
    return {int(row[0]) for row in connection.execute(_APPLIED)}


def _passes_by(connection: Connection) -> bool:
    row = connection.execute(_PASSES_BY).fetchone()
    return row is not None and bool(row[0])


@contextmanager
def _opened(url: str) -> Generator[Connection]:
    try:
        connection = connect(url)
    except psycopg.Error as error:
        raise ConfigError(
            "the database can't be reached: see whether it runs, and check INTERLOCK_DATABASE_URL, "
            "its user and its password"
        ) from error
    try:
        yield connection
    except psycopg.Error as error:
        raise ConfigError(
            f"the database could not be brought to this program's schema ({error.sqlstate}): "
            "the login must own the schema, and nothing may hold its tables for long"
        ) from error
    finally:
        connection.close()
