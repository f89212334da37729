"""What a user may do: everything in a local installation, else what is stored now."""

from interlock.ports import Roles, Store

LOCAL_ROLES = frozenset({"admin", "approver", "editor"})
"""What the user of a local installation may do: everything."""


async def local_roles(_tenant: str, _user: str, /) -> frozenset[str]:
    """Roles in a local installation."""
    return LOCAL_ROLES


class StoredRoles:
    """``ports.Roles`` over the store: what an administrator gave, and what a token claimed."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def __call__(self, tenant: str, user: str, /) -> frozenset[str]:
        """The roles of a user now."""
        found = await self._store.read(lambda reader: reader.access.people.user(tenant, user))
        return frozenset() if found is None else found.all_roles


_fits: type[Roles] = StoredRoles
