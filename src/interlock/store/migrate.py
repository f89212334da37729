"""Bring a SQLite database to the schema of this program. Forward only."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from sqlite3 import Connection, complete_statement

from interlock.errors import ConfigError
from interlock.store.connect import connect_writer
from interlock.store.sql import Migration, migrations

_CREATE = "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY) STRICT"
_APPLIED = "SELECT version FROM schema_version"


def migrate(connection: Connection, steps: Sequence[Migration] | None = None) -> tuple[int, int]:
    """Apply the migrations that a database lacks, all of them or none.

    Args:
        connection: In autocommit mode. Two processes may do this at once.
        steps: The migrations; those of this program by default.

    Returns:
        The version before and after.

    Raises:
        ConfigError: The database is newer than the program.
    """
    todo = migrations("sqlite") if steps is None else steps
    newest = todo[-1].version
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(_CREATE)
        applied = {int(row[0]) for row in connection.execute(_APPLIED)}
        version = max(applied, default=0)
        check_version(version, newest)
        for step in todo:
            if step.version not in applied:
                _apply(connection, step)
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
    return version, newest


def migrate_file(path: Path) -> tuple[int, int]:
    """Migrate a database file; make it if it is not there. Returns the version before and after.

    Raises:
        ConfigError: It can't be opened, or is newer than the program.
    """
    connection = connect_writer(path, "FULL")
    try:
        return migrate(connection)
    finally:
        connection.close()


def check_version(version: int, newest: int) -> None:
    """Refuse a database of a newer program.

    Raises:
        ConfigError: It is one.
    """
    if version > newest:
        raise ConfigError(
            f"the database has schema {version}, this program knows {newest}: "
            "start the newer program, or restore the backup made before the upgrade"
        )


def _apply(connection: Connection, step: Migration) -> None:
    for statement in _statements(step.sql):
        connection.execute(statement)
    connection.execute("INSERT INTO schema_version VALUES (?)", (step.version,))


def _statements(sql: str) -> Iterator[str]:
    """Split a script: running it whole would end the transaction around it."""
    statement = ""
    for line in sql.splitlines(keepends=True):
        statement += line
        if complete_statement(statement):
            yield statement
            statement = ""
