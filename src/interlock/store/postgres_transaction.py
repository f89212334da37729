"""Transactions on PostgreSQL: begun under a scope, repeated when that is safe, never blindly."""

import random
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Literal, TypeVar

import psycopg
from psycopg import errors, sql

from interlock import failpoints
from interlock.domain.events import Event
from interlock.errors import StoreFailed
from interlock.store.postgres_faults import AGAIN, explain, unknown
from interlock.store.postgres_link import Link
from interlock.store.postgres_reader import PostgresReader
from interlock.store.postgres_session import PostgresSession, Unlocked
from interlock.store.reader import SqlReader
from interlock.store.session import NONE
from interlock.store.tx import SqlTx

T = TypeVar("T")
Level = Literal["SERIALIZABLE", "READ COMMITTED", "REPEATABLE READ READ ONLY"]

ATTEMPTS: Final = 48
"""How often a transaction is run before its conflicts with others are told to whoever waits."""

CALM: Final = 3
"""After so many attempts a transaction waits for its turn among those that conflict: one at a time,
they stop losing to each other."""

UNIQUE_ATTEMPTS: Final = 3
"""The same for a value that is there already: what is there for good stays."""

OUTCOME_PATIENCE: Final = 4
"""How much longer than for a connection we wait to learn what became of a lost commit."""

_LONGEST_PAUSE: Final = 0.05


class Aborted(Exception):
    """The connection was lost during a commit, and nothing of the transaction was kept."""


class Transactor:
    """Runs functions in transactions over one link; for one thread.

    Args:
        link: Nobody else uses it.
        pause: Waits for seconds between two attempts.
    """

    def __init__(self, link: Link, pause: Callable[[float], None] = time.sleep) -> None:
        self._link = link
        self._pause = pause

    def read(self, scope: str, work: Callable[[SqlReader], T]) -> T:
        """Run a function over one consistent view. A lost connection is tried once more.

        Raises:
            StoreFailed: The database can't be reached or read.
        """
        try:
            return self._look(scope, work)
        except psycopg.Error as error:
            if not self._link.lost and not isinstance(error, errors.FeatureNotSupported):
                raise explain(error) from error
            self._link.drop()
        try:
            return self._look(scope, work)
        except psycopg.Error as error:
            raise explain(error) from error

    def write(
        self, scope: str, work: Callable[[SqlTx], T], level: Level = "SERIALIZABLE"
    ) -> tuple[T, list[Sequence[Event]]]:
        """Run a function in a transaction, again if need be, until it is durable.

        Returns:
            What it returned, and the events that it appended.

        Raises:
            StoreFailed: The database can't be reached or written; the text says whether it is
                known that nothing was kept.
        """
        locks: list[str] = []
        for attempt in range(1, ATTEMPTS + 1):
            if attempt == CALM + 1:
                locks.insert(0, "take_turn")  # first: whoever waits for it keeps nobody out
            try:
                return self._locked(scope, work, level, locks)
            except (psycopg.Error, Aborted) as error:
                if attempt == ATTEMPTS or not self._helps(error, attempt):
                    raise explain(error) from error
            longest = min(_LONGEST_PAUSE, 0.001 * 2**attempt)
            self._pause(random.uniform(0, longest))  # noqa: S311 - keeps rivals apart, no secret
        raise AssertionError

    def close(self) -> None:
        """Close the connection."""
        self._link.drop()

    def _helps(self, error: Exception, attempt: int) -> bool:
        """Whether to run it again. Until its commit was sent, a transaction has no effect."""
        if isinstance(error, errors.FeatureNotSupported):
            self._link.drop()
        if isinstance(error, errors.UniqueViolation):
            return attempt < UNIQUE_ATTEMPTS
        return isinstance(error, (*AGAIN, Aborted)) or self._link.lost

    def _look(self, scope: str, work: Callable[[SqlReader], T]) -> T:
        session = self._link.session()
        with begun(session, scope, "REPEATABLE READ READ ONLY"):
            seen = work(PostgresReader(session))
            session.connection.execute("COMMIT")
        return seen

    def _locked(
        self, scope: str, work: Callable[[SqlTx], T], level: Level, locks: list[str]
    ) -> tuple[T, list[Sequence[Event]]]:
        """Run it once; anew with each lock that it turns out to need."""
        while True:
            try:
                return self._once(scope, work, level, locks)
            except Unlocked as error:
                locks.append(error.lock)

    def _once(
        self, scope: str, work: Callable[[SqlTx], T], level: Level, locks: Sequence[str]
    ) -> tuple[T, list[Sequence[Event]]]:
        session = self._link.session()
        with begun(session, scope, level):
            session.lock(locks)
            row = session.one("transaction_id", NONE)
            tx = SqlTx(session)
            result = work(tx)
            failpoints.hit("store.before_commit")
            self._commit(session, "" if row is None else row["xid"])
            failpoints.hit("store.after_commit")
        return result, tx.appended

    def _commit(self, session: PostgresSession, xid: str) -> None:
        try:
            session.connection.execute("COMMIT")
        except psycopg.Error as error:
            if not self._link.lost:
                raise
            if not self._committed(xid, error):
                raise Aborted from error

    def _committed(self, xid: str, error: psycopg.Error) -> bool:
        """Ask the database what became of a transaction whose commit it may have received."""
        end = time.monotonic() + OUTCOME_PATIENCE * self._link.patience
        while time.monotonic() < end:
            with suppress(psycopg.Error, StoreFailed):
                row = self._link.session().one("transaction_status", {"xid": xid})
                status = None if row is None else row["status"]
                if status in {"committed", "aborted"}:
                    return status == "committed"
            self._pause(_LONGEST_PAUSE)
        raise unknown(error)


@contextmanager
def begun(session: PostgresSession, scope: str, level: Level) -> Generator[None]:
    """Begin a transaction; whatever goes wrong inside takes it back. The commit is yours.

    Args:
        session: In no transaction.
        scope: Whose rows it may see and write.
        level: How it is isolated from others.
    """
    connection = session.connection
    whose = sql.Literal(scope).as_string(connection)
    begin = f"BEGIN ISOLATION LEVEL {level}; SET LOCAL interlock.tenant = {whose}"
    connection.execute(begin.encode(), prepare=False)
    try:
        yield
    except BaseException:
        with suppress(psycopg.Error):
            connection.execute("ROLLBACK")
        raise
