"""What booked calls would cost at the prices that the book has now, and the rows that say so.

A row never changes. A new price becomes a correction: a further revision of the attempt, whose cost
is the difference.
"""

from collections.abc import Iterable
from decimal import Decimal

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.ledger import Entry, Tokens
from interlock.domain.money import Line, trim
from interlock.domain.usage import BillingClass
from interlock.ledger.book import Book
from interlock.ledger.pricing import ZERO, price_counts

_READ: frozenset[str] = frozenset(
    {"input", "cache_read", "cache_write", "cache_write_1h", "input_audio", "cached_audio"}
)

Counts = dict[BillingClass, int]


class Attempt(Struct, frozen=True):
    """An attempt's first row, what was added to it since, and its last revision."""

    first: Entry
    cost: Decimal | None
    revision: int


class Repriced(Struct, frozen=True, kw_only=True):
    """An attempt that would cost something else today. ``old`` None: it had no price."""

    run_id: str
    call_index: int
    attempt: int
    provider: str
    model: str
    at: int
    old: Decimal | None
    new: Decimal
    version: str


def attempts_of(entries: Iterable[Entry]) -> list[Attempt]:
    """Rows put together by attempt, in the order of their first rows."""
    found: dict[tuple[str, int, int], Attempt] = {}
    for entry in entries:
        key = (entry.run_id, entry.call_index, entry.attempt)
        known = found.get(key)
        if known is None:
            found[key] = Attempt(entry, entry.cost, entry.revision)
        else:
            cost = (known.cost or ZERO) + (entry.cost or ZERO)
            found[key] = Attempt(known.first, cost, max(known.revision, entry.revision))
    return list(found.values())


def reprice(book: Book, one: Attempt, unpriced: Counts) -> tuple[Repriced, Entry] | None:
    """The difference that today's book makes to an attempt, and the row that would book it.

    Args:
        book: The prices of today, for the day of the call.
        one: The attempt.
        unpriced: What it used, for an attempt whose bill has no lines.

    Returns:
        None when nothing would differ, or nobody knows a price.
    """
    first = one.first
    parts = _parts(first, unpriced)
    lines: list[Line] = []
    version = ""
    for model, counts in parts.items():
        size = sum(count for kind, count in counts.items() if kind in _READ)
        name = book.name(first.provider, model, first.requested)
        price = book.price(first.provider, name, first.at, first.tier, size)
        priced = price_counts(price, counts)
        if priced.cost is None:
            return None
        lines += [
            line if model == first.model else replace(line, model=model) for line in priced.lines
        ]
        version = version or priced.version
    new = sum((line.usd for line in lines), ZERO)
    if not parts or new == one.cost:
        return None
    row = replace(
        first,
        revision=one.revision + 1,
        tokens=Tokens(),
        cost=trim(new - (one.cost or ZERO)),
        version=version,
        lines=tuple(lines),
        reported=None,
        why="priced" if one.cost is None else "repriced",
    )
    told = Repriced(
        run_id=first.run_id,
        call_index=first.call_index,
        attempt=first.attempt,
        provider=first.provider,
        model=first.model,
        at=first.at,
        old=one.cost,
        new=trim(new),
        version=version,
    )
    return told, row


def _parts(first: Entry, unpriced: Counts) -> dict[str, Counts]:
    parts: dict[str, Counts] = {}
    for line in first.lines:
        counts = parts.setdefault(line.model or first.model, {})
        counts[line.kind] = counts.get(line.kind, 0) + line.quantity
    if not parts and unpriced:
        parts[first.model] = unpriced
    return parts
