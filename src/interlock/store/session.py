"""Named statements over one connection in a transaction, whichever database is behind it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

Value = str | int | bytes | None
"""What a column can hold."""

Values = Mapping[str, Value]
"""The values of a statement by their names; more than it names do no harm."""


class Row(Protocol):
    """One row of an answer."""

    def __getitem__(self, column: str, /) -> Any:  # noqa: ANN401 - the schema knows, not Python
        """The value of a column."""
        ...


class Session(Protocol):
    """Runs the statements of ``queries/*.sql`` by their names.

    A repository of a noun is a small class over a session; it opens and ends no transaction.
    """

    def one(self, name: str, values: Values) -> Row | None:
        """The first row, or None."""
        ...

    def all(self, name: str, values: Values) -> Sequence[Row]:
        """All rows, in the order that the statement asks for."""
        ...

    def each(self, name: str, values: Values) -> Iterator[Row]:
        """The rows one by one: whoever stops early has not paid for the others, where possible."""
        ...

    def run(self, name: str, values: Values) -> int:
        """Change something; how many rows were changed."""
        ...

    def run_many(self, name: str, rows: Sequence[Values]) -> None:
        """Run a statement once for each row of values."""
        ...

    def begin_with(self, lock: str) -> None:
        """Go on only if the transaction began with a statement that locks.

        What the transaction sees is then what is there once everybody whom the lock keeps out is
        done. A transaction that began otherwise is taken back and begun anew with the lock; where
        transactions that write are alone, there is nothing to do.
        """
        ...


NONE: Values = {}
"""For a statement that names no values."""
