"""What a user may do now. Roles change while runs wait, so they are asked for each time."""

from typing import Protocol


class Roles(Protocol):
    """Looks up the roles of a user."""

    async def __call__(self, tenant: str, user: str, /) -> frozenset[str]:
        """The roles and groups of a user now; none for one who is disabled or gone."""
        ...
