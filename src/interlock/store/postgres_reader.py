"""Reads over a PostgreSQL session, where it can do more in one statement."""

from collections.abc import Sequence
from itertools import groupby, islice

from msgspec import json

from interlock.ports import LogPage, Tail
from interlock.store.pack import MOST_EVENTS, unpacked
from interlock.store.reader import SqlReader, page_of, within
from interlock.store.rows import event_from
from interlock.store.session import Row


class PostgresReader(SqlReader):
    """``SqlReader``, for whom a statement costs a way to the server and back."""

    def tails(self, tails: Sequence[Tail], limit: int, size: int) -> list[LogPage]:
        """The next pages of many logs, each no larger than this; found by one statement."""
        wanted = [
            {"run_id": tail.run_id, "after": tail.after, "upto": tail.after + limit + MOST_EVENTS}
            for tail in tails
        ]
        values = {"wanted": json.encode(wanted).decode(), "size": size}
        found = [LogPage()] * len(tails)
        for number, group in groupby(self.session.all("tails", values), _number):
            found[number] = _page(tails[number], list(group), limit, size)
        return found


def _number(row: Row) -> int:
    return row["number"]


def _page(tail: Tail, rows: list[Row], limit: int, size: int) -> LogPage:
    """A page of rows that say how the run stands; where nothing is new, that is all they say."""
    loose = islice(unpacked((row for row in rows if row["seq"]), tail.after), limit)
    events = [event_from(tail.run_id, row) for row in within(loose, size)]
    return page_of(rows[0]["status"], rows[0]["last_seq"], events)
