"""A consistent copy of the embedded database, while a server works with it."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from interlock.errors import ConfigError

PAGES = 1_000
"""How many are copied before a writer gets its turn."""


def back_up(source: Path, target: Path) -> None:
    """Copy a database, the write-ahead log included, into a new file of its owner's own.

    Raises:
        ConfigError: There is no database, the target exists, or one of the two can't be used.
    """
    if not source.exists():
        raise ConfigError("there is no database yet: nothing to back up")
    try:
        os.close(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError as error:
        raise ConfigError(f"{target.name} exists already: name a new file") from error
    except OSError as error:
        text = f"{target.name} can't be written: {error.strerror}. Name a file in a folder of yours"
        raise ConfigError(text) from error
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.backup(new, pages=PAGES)
    except sqlite3.Error as error:
        target.unlink()
        raise ConfigError(f"the database could not be copied: {error}") from error
