"""SQLite connections, set up the same way everywhere."""

import sqlite3
from pathlib import Path
from typing import Literal

from interlock.errors import ConfigError

Synchronous = Literal["FULL", "NORMAL"]
"""``FULL``: a commit survives a power cut. ``NORMAL``: it survives a kill of the process only."""

BUSY_MS = 5_000
"""How long a statement waits for another process that holds the database."""

JOURNAL_BYTES = 64 * 1024 * 1024
"""To what the write-ahead log shrinks again after a burst."""

_MODE = 0o600


def connect_writer(path: Path, synchronous: Synchronous) -> sqlite3.Connection:
    """Open the database for writing, and make it if it is not there, readable by its owner only.

    Raises:
        ConfigError: The file can't be opened or is no SQLite database.
    """
    try:
        path.touch(mode=_MODE)
        return _set_up(_connect(path), synchronous)
    except (OSError, sqlite3.DatabaseError) as error:
        raise ConfigError(
            f"{path} can't be opened as a database ({error}): check INTERLOCK_DATABASE_URL and "
            "the permissions of the folder"
        ) from error


def connect_reader(path: Path) -> sqlite3.Connection:
    """Open the database of a running writer for reading; SQLite refuses any write on it."""
    connection = _connect(path)
    connection.execute("PRAGMA query_only = 1")
    return connection


def _set_up(connection: sqlite3.Connection, synchronous: Synchronous) -> sqlite3.Connection:
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("PRAGMA fullfsync = 1")
        connection.execute(f"PRAGMA journal_size_limit = {JOURNAL_BYTES}")
        connection.execute("PRAGMA foreign_keys = 1")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        path,
        timeout=BUSY_MS / 1_000,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
    )
    connection.row_factory = sqlite3.Row
    return connection
