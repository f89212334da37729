"""A session over a PostgreSQL connection."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from psycopg import Connection
from psycopg.rows import DictRow, dict_row

from interlock.store.session import NONE, Session, Values
from interlock.store.sql import queries


class Unlocked(Exception):
    """A transaction must begin with a lock that it did not take.

    Args:
        lock: The statement that takes it.
    """

    def __init__(self, lock: str) -> None:
        super().__init__(lock)
        self.lock = lock


_ARRAYS = b"FROM unnest("
"""What a statement says that takes an array for each column."""

_VALUE = re.compile(r"(?<![:\w]):(\w+)")


def postgres_queries() -> dict[str, bytes]:
    """The named statements as psycopg wants them: ``:name`` becomes ``%(name)s``."""
    return {
        name: _VALUE.sub(r"%(\1)s", text.replace("%", "%%")).encode()
        for name, text in queries("postgres").items()
    }


class PostgresSession:
    """``Session`` over a connection; transactions are its owner's business.

    Args:
        connection: Nobody else uses it.
        sql: The named statements of ``postgres_queries``.
    """

    def __init__(self, connection: Connection, sql: Mapping[str, bytes]) -> None:
        self.connection = connection
        self._cursor = connection.cursor(binary=True, row_factory=dict_row)
        self._sql = sql
        self._locks: frozenset[str] = frozenset()

    def one(self, name: str, values: Values) -> DictRow | None:
        """The first row, or None."""
        return self._cursor.execute(self._sql[name], _storable(values)).fetchone()

    def all(self, name: str, values: Values) -> Sequence[DictRow]:
        """All rows."""
        return self._cursor.execute(self._sql[name], _storable(values)).fetchall()

    def each(self, name: str, values: Values) -> Iterator[DictRow]:
        """The rows; the driver has read them all."""
        return iter(self.all(name, values))

    def run(self, name: str, values: Values) -> int:
        """Change something; how many rows were changed."""
        return self._cursor.execute(self._sql[name], _storable(values)).rowcount

    def run_many(self, name: str, rows: Sequence[Values]) -> None:
        """Run a statement once for each row of values; once for all where it takes arrays.

        Never as the driver's series: that ends with a message (Flush after Sync) at which the
        database forgets that a transaction may not be idle for long, and a process that froze
        there, or in the middle of it, would keep its rows locked for good.
        """
        if not rows:
            return
        if _ARRAYS not in self._sql[name]:
            for row in rows:
                self.run(name, row)
            return
        stored = [_storable(row) for row in rows]
        columns = {column: [row[column] for row in stored] for column in stored[0]}
        self._cursor.execute(self._sql[name], columns)

    def lock(self, names: Sequence[str]) -> None:
        """Take the locks of a transaction in their order, before anything is read."""
        self._locks = frozenset(names)
        for name in names:
            self.run(name, NONE)

    def begin_with(self, lock: str) -> None:
        """Go on only if the transaction began with a statement that locks.

        Raises:
            Unlocked: It did not.
        """
        if lock not in self._locks:
            raise Unlocked(lock)

    def arrays(self, name: str, values: Mapping[str, Any]) -> Sequence[DictRow]:
        """Run a statement over arrays of values, sent in binary; what it returns."""
        return self._cursor.execute(self._sql[name].replace(b")s", b")b"), values).fetchall()


def _storable(values: Values) -> Values:
    """Text without NUL, which PostgreSQL can't keep; ids never have one."""
    if not any(isinstance(value, str) and "\0" in value for value in values.values()):
        return values
    return {
        name: value.replace("\0", "\ufffd") if isinstance(value, str) else value
        for name, value in values.items()
    }


_fits: type[Session] = PostgresSession
