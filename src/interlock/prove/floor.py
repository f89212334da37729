"""What the matrix stands on: a database that is emptied between cases, and read past the engine."""

import shutil
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from interlock.settings import Settings

Rows = Sequence[Mapping[str, Any]]

TOKEN = "matrix"  # noqa: S105 - nothing listens
"""Some token, for there must be one."""

LEASES_OVER = "UPDATE runs SET lease_until = 0"
NOTICES_FREE = "UPDATE outbox SET next_at = 0 WHERE state = 'pending'"


class Floor(Protocol):
    """A database."""

    lease_seconds: float
    """After so long another process may take over; 0: there is never another one."""

    def settings(self, *, contested: bool) -> Settings:
        """How a process works on it. ``contested``: another one will want what it holds."""
        ...

    def reset(self) -> None:
        """Empty it."""
        ...

    def keep_schema(self) -> None:
        """Begin every case with the schema as it is now."""
        ...

    def rows(self, statement: str) -> Rows:
        """Read something. None of the engine's code takes part."""
        ...

    def hand_over(self, *, leases: bool) -> None:
        """Let time pass: who held a notice, or a run, holds it no more."""
        ...

    def close(self) -> None:
        """Take it away."""
        ...


class SqliteFloor:
    """A file in a folder of its own.

    Args:
        folder: An empty folder.
    """

    lease_seconds = 0.0

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._path = folder / "interlock.db"

    def settings(self, *, contested: bool) -> Settings:
        """How a process works on it. A kill needs no flush; see ``docs/proofs.md``."""
        del contested
        return Settings(
            data_dir=str(self._folder),
            token=TOKEN,
            drain_seconds=1.0,
            synchronous="NORMAL",
            webhooks_private=True,
        )

    def reset(self) -> None:
        """Empty it, but for the schema."""
        template = self._folder / "template"
        for name in ("interlock.db", "interlock.db-wal", "interlock.db-shm"):
            (self._folder / name).unlink(missing_ok=True)
        if template.exists():
            shutil.copyfile(template, self._path)

    def keep_schema(self) -> None:
        """Begin every case with the database as it is now."""
        with sqlite3.connect(self._path) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()
        shutil.copyfile(self._path, self._folder / "template")

    def rows(self, statement: str) -> Rows:
        """Read something."""
        connection = sqlite3.connect(self._path)
        try:
            connection.row_factory = sqlite3.Row
            return [dict(row) for row in connection.execute(statement)]
        finally:
            connection.close()

    def hand_over(self, *, leases: bool) -> None:
        """Let time pass."""
        connection = sqlite3.connect(self._path)
        try:
            with connection:
                connection.execute(NOTICES_FREE)
                if leases:
                    connection.execute(LEASES_OVER)
        finally:
            connection.close()

    def close(self) -> None:
        """Nothing is open."""
