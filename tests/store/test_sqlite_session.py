"""Many rows at once do what one after the other does."""

import sqlite3

import pytest

from interlock.store.sqlite_session import GROUP, SqliteSession

STATEMENTS = {
    "add": """
        INSERT INTO sums (name, amount) VALUES (:name, :amount)
        ON CONFLICT (name) DO UPDATE SET amount = sums.amount + excluded.amount
    """,
    "double": "UPDATE sums SET amount = amount * 2 WHERE name = :name",
    "add_one": "INSERT INTO sums (name, amount) VALUES (:name, 1)",
}


@pytest.fixture
def session():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE sums (name TEXT PRIMARY KEY, amount INTEGER NOT NULL)")
    yield SqliteSession(connection, STATEMENTS)
    connection.close()


def kept(session: SqliteSession) -> dict[str, int]:
    return dict(session.connection.execute("SELECT name, amount FROM sums"))


@pytest.mark.parametrize("count", [0, 1, GROUP - 1, GROUP, GROUP + 1, 3 * GROUP + 7])
def test_every_row_is_added_once_however_many_there_are(session: SqliteSession, count: int):
    session.run_many(
        "add", [{"amount": number, "name": f"{number % 50}"} for number in range(count)]
    )
    right: dict[str, int] = {}
    for number in range(count):
        right[f"{number % 50}"] = right.get(f"{number % 50}", 0) + number
    assert kept(session) == right


def test_statements_that_insert_no_plain_values_run_row_by_row(session: SqliteSession):
    names = [{"name": f"{number}"} for number in range(2 * GROUP)]
    session.run_many("add_one", names)
    session.run_many("double", names)
    assert kept(session) == {f"{number}": 2 for number in range(2 * GROUP)}


def test_a_row_that_can_not_be_added_is_an_error(session: SqliteSession):
    rows = [{"name": f"{number}", "amount": 1} for number in range(2 * GROUP)]
    rows[GROUP + 3]["amount"] = None  # pyright: ignore[reportArgumentType]
    with pytest.raises(sqlite3.IntegrityError):
        session.run_many("add", rows)
