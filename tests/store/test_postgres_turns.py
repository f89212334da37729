"""Transactions that lose to one another again and again take turns, and each gets through."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import psycopg
import pytest
from tests.databases import postgres_schema

from interlock.store import postgres_transaction
from interlock.store.postgres_link import Link
from interlock.store.postgres_session import PostgresSession, postgres_queries
from interlock.store.postgres_transaction import Transactor
from interlock.store.tx import SqlTx

RIVALS = 10
EACH = 30


@pytest.fixture
def url() -> Iterator[str]:
    with postgres_schema() as found:
        with psycopg.connect(found, autocommit=True) as connection:
            connection.execute("CREATE TABLE seats (taken integer)")
            connection.execute("CREATE TABLE turns ()")
        yield found


def take_a_seat(tx: SqlTx) -> int:
    """Read all, and write what was read: no two of these may be at work at the same time."""
    assert isinstance(tx.session, PostgresSession)
    connection = tx.session.connection
    row = connection.execute("SELECT count(*) FROM seats").fetchone()
    assert row is not None
    connection.execute("INSERT INTO seats VALUES (%s)", (row[0],))
    return row[0]


def rival(url: str, start: Barrier) -> list[int]:
    transactor = Transactor(Link(url, postgres_queries()), pause=lambda _seconds: None)
    try:
        start.wait(20)
        return [transactor.write("*", take_a_seat)[0] for _ in range(EACH)]
    finally:
        transactor.close()


def test_rivals_take_turns_and_everybody_gets_through(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres_transaction, "ATTEMPTS", 24)
    start = Barrier(RIVALS)
    with ThreadPoolExecutor(RIVALS) as pool:
        waits = [pool.submit(rival, url, start) for _ in range(RIVALS)]
        seats = sorted(seat for wait in waits for seat in wait.result(30))
    assert seats == list(range(RIVALS * EACH))
