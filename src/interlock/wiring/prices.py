"""The price book of an installation: our table, and the operator's own prices."""

from pathlib import Path

from interlock.ledger.book import Book
from interlock.ledger.own_prices import read_own_prices
from interlock.settings import Settings


def make_book(settings: Settings) -> Book:
    """Open the price book.

    Raises:
        ConfigError: The file of own prices can't be read, or contradicts itself.
    """
    if not settings.prices:
        return Book()
    return Book(read_own_prices(Path(settings.prices).expanduser()))
