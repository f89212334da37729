"""A process that freezes in a transaction keeps rows locked for some seconds, not for good."""

import time
from collections import UserDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing

import psycopg
import pytest
from tests.databases import postgres_schema

from interlock.store.postgres_link import connect
from interlock.store.postgres_session import PostgresSession
from interlock.store.session import NONE, Value, Values

TABLES = "CREATE TABLE seats (taken bigint); CREATE TABLE turns ()"
STATEMENTS: Mapping[str, bytes] = {
    "sit": b"INSERT INTO seats VALUES (%(taken)s)",
    "sit_all": b"INSERT INTO seats SELECT * FROM unnest(%(taken)s::bigint[]) RETURNING taken",
    "take_turn": b"LOCK TABLE turns IN EXCLUSIVE MODE",
}
ALLOWED = "SHOW idle_in_transaction_session_timeout"
LESS = "SET idle_in_transaction_session_timeout = '100ms'"
BACKEND = "SELECT state FROM pg_stat_activity WHERE pid = %s"
BOUND = 10.0

WORKS: Mapping[str, Callable[[PostgresSession], object]] = {
    "nothing": lambda _session: None,
    "one statement": lambda session: session.run("sit", {"taken": 1}),
    "a series of one": lambda session: session.run_many("sit", [{"taken": 1}]),
    "a series": lambda session: session.run_many("sit", [{"taken": 1}, {"taken": 2}]),
    "arrays": lambda session: session.arrays("sit_all", {"taken": [1, 2]}),
    "a turn": lambda session: session.run("take_turn", NONE),
}


@pytest.fixture
def url() -> Iterator[str]:
    with postgres_schema() as found:
        with psycopg.connect(found, autocommit=True) as connection:
            connection.execute(TABLES)
        yield found


@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_the_database_ends_a_transaction_whose_process_froze(
    url: str, work: Callable[[PostgresSession], object]
):
    with closing(connect(url)) as frozen, closing(connect(url)) as other:
        assert frozen.execute(ALLOWED).fetchone() == ("5s",)
        frozen.execute(LESS)
        frozen.execute("BEGIN")
        work(PostgresSession(frozen, STATEMENTS))
        end = time.monotonic() + BOUND
        while other.execute(BACKEND, [frozen.info.backend_pid]).fetchone():
            assert time.monotonic() < end
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            frozen.execute("COMMIT")


class Late(UserDict[str, Value]):
    """A row of a series whose process freezes before it comes to it."""

    def __init__(self, values: Values, frozen: Callable[[], None]) -> None:
        super().__init__(values)
        self._frozen = frozen

    def __iter__(self) -> Iterator[str]:
        self._frozen()
        return super().__iter__()


@pytest.mark.parametrize("before", [1, 2, 5])
def test_the_database_ends_a_transaction_whose_process_froze_within_a_series(url: str, before: int):
    with closing(connect(url)) as frozen, closing(connect(url)) as other:
        pid = frozen.info.backend_pid

        def gone() -> None:
            end = time.monotonic() + BOUND
            while other.execute(BACKEND, [pid]).fetchone():
                assert time.monotonic() < end

        frozen.execute(LESS)
        frozen.execute("BEGIN")
        rows: list[Values] = [{"taken": number} for number in range(before)]
        rows.append(Late({"taken": before}, gone))
        with pytest.raises(psycopg.errors.IdleInTransactionSessionTimeout):
            PostgresSession(frozen, STATEMENTS).run_many("sit", rows)
        assert other.execute("SELECT count(*) FROM seats").fetchone() == (0,)


def test_a_series_over_arrays_is_one_statement_and_keeps_its_order(url: str):
    with closing(connect(url)) as connection:
        session = PostgresSession(connection, STATEMENTS)
        session.run_many("sit_all", [{"taken": 3}, {"taken": 2**40}, {"taken": 1}])
        found = connection.execute("SELECT taken FROM seats").fetchall()
        assert found == [(3,), (2**40,), (1,)]


def test_a_series_of_nothing_is_nothing(url: str):
    with closing(connect(url)) as connection:
        PostgresSession(connection, STATEMENTS).run_many("sit", [])
        assert connection.execute("SELECT count(*) FROM seats").fetchone() == (0,)
