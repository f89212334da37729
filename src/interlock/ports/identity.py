"""The port of those who can say who holds a token."""

from typing import Protocol

from msgspec import Struct

from interlock.domain.principals import Principal


class Visitor(Struct, frozen=True, kw_only=True):
    """What a foreign token proves: a user of a tenant, with claimed roles and groups."""

    tenant: str
    user: str
    roles: frozenset[str] = frozenset()


class Identity(Protocol):
    """Knows one kind of token."""

    async def principal(self, token: str) -> Principal | None:
        """Who holds it; None when it is of another kind, or not good."""
        ...


class Verifier(Protocol):
    """Checks tokens that somebody else has signed."""

    async def visitor(self, token: str) -> Visitor | None:
        """What a token proves; None when it proves nothing.

        Raises:
            Refusal: It is of the right kind and not good; the text says why.
        """
        ...
