"""What a model turn needs of the ledger: room in the quotas before, and a bill after."""

from msgspec import Struct

from interlock.ledger.book import Book
from interlock.ledger.budget import Budget
from interlock.ledger.clerk import Clerk
from interlock.ports import Clock, Store


class Till(Struct, frozen=True):
    """The budget and the clerk of one process; both know the same prices."""

    budget: Budget
    clerk: Clerk

    @property
    def book(self) -> Book:
        """The prices."""
        return self.clerk.book


def open_till(store: Store, clock: Clock, book: Book) -> Till:
    """Make a till.

    Args:
        store: Keeps quotas and meters.
        clock: The time.
        book: The prices.
    """
    return Till(Budget(store, clock, book), Clerk(book))
