"""A session over a SQLite connection."""

from collections.abc import Iterator, Mapping, Sequence
from sqlite3 import Connection

from interlock.store.session import Row, Session, Values


class SqliteSession:
    """``Session`` over a connection; transactions are its owner's business.

    Args:
        connection: Its rows must be ``sqlite3.Row``.
        sql: The named queries.
    """

    def __init__(self, connection: Connection, sql: Mapping[str, str]) -> None:
        self.connection = connection
        self._sql = sql

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
        """Run a statement once for each row of values."""
        self.connection.executemany(self._sql[name], rows)

    def begin_with(self, lock: str) -> None:
        """Nothing: there is one writer."""
        del lock


_fits: type[Session] = SqliteSession
