"""A schema of a PostgreSQL database. Imported where it is wanted: it needs the driver."""

import time
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from interlock.domain.ids import new_id
from interlock.prove.floor import LEASES_OVER, NOTICES_FREE, TOKEN, Floor, Rows
from interlock.settings import Settings

TABLES = """
SELECT tablename AS name FROM pg_tables
WHERE schemaname = current_schema() AND tablename <> 'schema_version'
"""
LEASE_SECONDS = 0.5
LONG_LEASE_SECONDS = 10.0
"""Where nobody takes over from the living: a busy machine must not look like a dead process."""

GONE_SECONDS = 5.0
LOOK_SECONDS = 0.002


class PostgresFloor:
    """A schema that is dropped at the end.

    Args:
        url: A database in which schemas may be made.
        folder: Where a process may keep files.
    """

    lease_seconds = LEASE_SECONDS

    def __init__(self, url: str, folder: Path) -> None:
        self._schema = new_id("matrix")
        self._folder = folder
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE SCHEMA {}").format(self._name))
        joint = "&" if "?" in url else "?"
        own = f"{url}{joint}options={quote(f'-csearch_path={self._schema}')}"
        self._url = f"{own}&application_name={self._schema}"
        self._connection = psycopg.connect(own, autocommit=True)
        self._connection.execute("SET interlock.tenant = '*'")

    def settings(self, *, contested: bool) -> Settings:
        """How a process works on it."""
        return Settings(
            data_dir=str(self._folder),
            database_url=self._url,
            token=TOKEN,
            drain_seconds=1.0,
            lease_seconds=LEASE_SECONDS if contested else LONG_LEASE_SECONDS,
            max_attempts=0,
            webhooks_private=True,
        )

    def reset(self) -> None:
        """Empty every table."""
        names = [str(row["name"]) for row in self.rows(TABLES)]
        if names:
            every = sql.SQL(", ").join(map(sql.Identifier, names))
            self._connection.execute(sql.SQL("TRUNCATE {} CASCADE").format(every))

    def keep_schema(self) -> None:
        """The schema stays by itself."""

    def rows(self, statement: str) -> Rows:
        """Read something."""
        with self._connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(_constant(statement)).fetchall()

    def hand_over(self, *, leases: bool) -> None:
        """Let time pass, and what the dead had sent come to its end: a commit may be on its way."""
        until = time.monotonic() + GONE_SECONDS
        while leases and self._backends() and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
        self._connection.execute(NOTICES_FREE)
        if leases:
            self._connection.execute(LEASES_OVER)

    def _backends(self) -> int:
        """Connections that the database still serves."""
        asked = "SELECT 1 FROM pg_stat_activity WHERE application_name = %s"
        return len(self._connection.execute(asked, [self._schema]).fetchall())

    def close(self) -> None:
        """Drop the schema."""
        self._connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(self._name))
        self._connection.close()

    @property
    def _name(self) -> sql.Identifier:
        return sql.Identifier(self._schema)


def _constant(statement: Any) -> Any:  # noqa: ANN401 - the driver wants to see a literal
    return statement


_fits: type[Floor] = PostgresFloor
