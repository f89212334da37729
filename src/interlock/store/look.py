"""Look into the embedded database without opening the store: nothing is changed or migrated."""

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from interlock.errors import ConfigError
from interlock.store.connect import connect_reader
from interlock.store.reader import SqlReader
from interlock.store.sql import queries
from interlock.store.sqlite_session import SqliteSession

T = TypeVar("T")


def look(path: Path, work: Callable[[SqlReader], T]) -> T:
    """Run a function over one consistent view, also while a server works with the file.

    Raises:
        ConfigError: There is no such file, or it has another schema.
    """
    if not path.is_file():
        raise ConfigError(f"there is no database {path}: check INTERLOCK_DATABASE_URL")
    connection = connect_reader(path)
    try:
        connection.execute("BEGIN")
        return work(SqlReader(SqliteSession(connection, queries("sqlite"))))
    except sqlite3.DatabaseError as error:
        text = f"{path} can't be read ({error}): bring it up to date with interlock db migrate"
        raise ConfigError(text) from error
    finally:
        connection.close()
