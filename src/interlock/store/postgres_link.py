"""A connection to PostgreSQL that comes back by itself after it was lost."""

import time
from collections.abc import Mapping
from typing import Final

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8BinaryDumper, Int8Dumper

from interlock.errors import StoreFailed
from interlock.store.postgres_session import PostgresSession

PATIENCE_SECONDS: Final = 5.0
"""Long enough for a restart of the database, short enough for whoever waits."""

_PAUSE: Final = 0.1

_DEFAULTS: Final[Mapping[str, str | int]] = {
    "application_name": "interlock",
    "connect_timeout": 3,
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A server that went away without a word is given up after some ten seconds."""

_SET_UP: Final = (
    "SET statement_timeout = '60s'; SET lock_timeout = '10s';"
    "SET idle_in_transaction_session_timeout = '5s'; SET client_encoding = 'UTF8';"
    "SET default_transaction_isolation = 'read committed'"
)
"""A process that stops inside a transaction must not keep others from its runs for long."""


class Link:
    """The connection of one thread, made when it is needed.

    Args:
        url: ``postgresql://…``; what it says about timeouts comes before our defaults.
        queries: The named statements.
        role: The database role to work as; empty for that of the login.
        patience: Seconds for which a lost connection is tried again before its work fails.
    """

    def __init__(
        self,
        url: str,
        queries: Mapping[str, bytes],
        role: str = "",
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        self.patience = patience
        self._url = url
        self._queries = queries
        self._role = role
        self._session: PostgresSession | None = None
        self.down = False
        """Whether the database did not answer when it was last tried."""

    @property
    def lost(self) -> bool:
        """Whether the connection broke while it was in use."""
        return self._session is not None and self._session.connection.closed

    def session(self) -> PostgresSession:
        """The session; of a new connection when the last one was lost.

        Raises:
            StoreFailed: The database can't be reached. While it is down, that is said at once.
        """
        if self._session is None or self._session.connection.closed:
            self._session = PostgresSession(self._reach(), self._queries)
        return self._session

    def drop(self) -> None:
        """Close the connection; the next session gets another."""
        if self._session is not None:
            self._session.connection.close()
            self._session = None

    def _reach(self) -> psycopg.Connection:
        end = time.monotonic() + (0 if self.down else self.patience)
        while True:
            try:
                connection = connect(self._url, self._role)
            except psycopg.OperationalError as error:
                self.down = time.monotonic() >= end
                if self.down:
                    raise StoreFailed(
                        "the database can't be reached, nothing was kept: "
                        "see whether it runs and INTERLOCK_DATABASE_URL is right, then try again"
                    ) from error
                time.sleep(_PAUSE)
            else:
                self.down = False
                return connection


def connect(url: str, role: str = "") -> psycopg.Connection:
    """Open a connection in autocommit mode.

    Raises:
        psycopg.OperationalError: The server can't be reached, or refuses us.
    """
    given = conninfo_to_dict(url)
    defaults = {name: value for name, value in _DEFAULTS.items() if name not in given}
    connection = psycopg.connect(url, autocommit=True, prepare_threshold=2, **defaults)  # pyright: ignore[reportArgumentType]
    try:
        connection.adapters.register_dumper(int, Int8Dumper)
        connection.adapters.register_dumper(int, Int8BinaryDumper)
        connection.execute(_SET_UP, prepare=False)
        if role:
            connection.execute(sql.SQL("SET ROLE {}").format(sql.Identifier(role)))
    except BaseException:
        connection.close()
        raise
    return connection
