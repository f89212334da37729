"""A process that freezes in a transaction keeps rows locked for some seconds, not for good."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing

import psycopg
import pytest
from tests.databases import postgres_schema

from interlock.store.postgres_link import connect
from interlock.store.postgres_session import PostgresSession
from interlock.store.session import NONE

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


def test_a_series_of_nothing_is_nothing(url: str):
    with closing(connect(url)) as connection:
        PostgresSession(connection, STATEMENTS).run_many("sit", [])
        assert connection.execute("SELECT count(*) FROM seats").fetchone() == (0,)
