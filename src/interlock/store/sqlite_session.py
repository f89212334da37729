"""A session over a SQLite connection."""

import re
from collections.abc import Iterator, Mapping, Sequence
from sqlite3 import Connection
from typing import Final, NamedTuple

from interlock.store.session import Row, Session, Values

GROUP: Final = 64
"""Rows that go into one statement."""

_VALUES: Final = re.compile(r"VALUES \(([^()]*)\)")


class _Wide(NamedTuple):
    """A statement that inserts a whole group, and the order of its values."""

    sql: str
    columns: list[str]


class SqliteSession:
    """``Session`` over a connection; transactions are its owner's business.

    Args:
        connection: Its rows must be ``sqlite3.Row``.
        sql: The named queries.
    """

    def __init__(self, connection: Connection, sql: Mapping[str, str]) -> None:
        self.connection = connection
        self._sql = sql
        self._wide: dict[str, _Wide | None] = {}

    def one(self, name: str, values: Values) -> Row | None:
        """The first row, or None."""
        return self.connection.execute(self._sql[name], values).fetchone()

    def all(self, name: str, values: Values) -> Sequence[Row]:
        """All rows."""
        return self.connection.execute(self._sql[name], values).fetchall()

    def each(self, name: str, values: Values) -> Iterator[Row]:
        """The rows as they are asked for."""
        return self.connection.execute(self._sql[name], values)

    def run(self, name: str, values: Values) -> int:
        """Change something; how many rows were changed."""
        return self.connection.execute(self._sql[name], values).rowcount

    def run_many(self, name: str, rows: Sequence[Values]) -> None:
        """Run a statement for each row of values; where it inserts many, for a group at once.

        Each statement lets go of the interpreter's lock, which a busy server is slow to give back.
        """
        whole = len(rows) - len(rows) % GROUP
        wide = self._widened(name) if whole else None
        if wide is None:
            self.connection.executemany(self._sql[name], rows)
            return
        for first in range(0, whole, GROUP):
            group = rows[first : first + GROUP]
            values = [row[column] for row in group for column in wide.columns]
            self.connection.execute(wide.sql, values)
        self.connection.executemany(self._sql[name], rows[whole:])

    def _widened(self, name: str) -> "_Wide | None":
        if name not in self._wide:
            self._wide[name] = _widen(self._sql[name])
        return self._wide[name]

    def begin_with(self, lock: str) -> None:
        """Nothing: there is one writer."""
        del lock


def _widen(sql: str) -> _Wide | None:
    """A statement for a group; None if it inserts no plain values."""
    values = _VALUES.search(sql)
    if values is None:
        return None
    columns = [value.strip() for value in values[1].split(",")]
    if not all(column.startswith(":") for column in columns):
        return None
    row = f"({', '.join('?' * len(columns))})"
    groups = f"VALUES {', '.join([row] * GROUP)}"
    wide = sql[: values.start()] + groups + sql[values.end() :]
    return _Wide(wide, [column[1:] for column in columns])


_fits: type[Session] = SqliteSession
