"""Tenants and users in the database."""

from collections.abc import Iterable

from interlock.domain.people import Tenant, User
from interlock.ports.access import Page
from interlock.store.session import Row, Session, Value

ADMIN = "admin"
OIDC = "oidc"
"""Where a role comes from: an administrator, or the claims of a token."""


class People:
    """``ports.access.People`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def tenant(self, tenant: str) -> Tenant | None:
        """One tenant."""
        row = self._session.one("tenant", {"tenant": tenant})
        return None if row is None else _tenant_from(row)

    def tenants(self, page: Page) -> list[Tenant]:
        """All tenants, newest first."""
        rows = self._session.all("tenants", {"before": page.before, "limit": page.limit})
        return [_tenant_from(row) for row in rows]

    def put_tenant(self, tenant: Tenant) -> None:
        """Add or change a tenant."""
        values: dict[str, Value] = {
            "id": tenant.id,
            "name": tenant.name,
            "created_at": tenant.created_at,
            "disabled_at": tenant.disabled_at,
        }
        self._session.run("put_tenant", values)

    def user(self, tenant: str, user: str) -> User | None:
        """One user with roles."""
        row = self._session.one("user", {"tenant": tenant, "user": user})
        return None if row is None else self._user_from(row)

    def users(self, tenant: str, page: Page) -> list[User]:
        """A tenant's users, newest first."""
        values: dict[str, Value] = {"tenant": tenant, "before": page.before, "limit": page.limit}
        return [self._user_from(row) for row in self._session.all("users", values)]

    def put_user(self, user: User) -> None:
        """Add or change a user, with the roles that an administrator gave."""
        values: dict[str, Value] = {
            "tenant": user.tenant,
            "id": user.id,
            "name": user.name,
            "created_at": user.created_at,
            "disabled_at": user.disabled_at,
        }
        self._session.run("put_user", values)
        self._put_roles(user.tenant, user.id, ADMIN, user.roles)

    def claim(self, tenant: str, user: str, roles: Iterable[str]) -> None:
        """Put the roles of a user's OIDC token in the place of the earlier ones."""
        self._put_roles(tenant, user, OIDC, roles)

    def _put_roles(self, tenant: str, user: str, source: str, roles: Iterable[str]) -> None:
        values: dict[str, Value] = {"tenant": tenant, "user": user, "source": source}
        self._session.run("drop_memberships", values)
        rows = [{**values, "role": role} for role in dict.fromkeys(roles)]
        self._session.run_many("add_membership", rows)

    def _user_from(self, row: Row) -> User:
        values: dict[str, Value] = {"tenant": row["tenant"], "user": row["id"]}
        given = [(one["role"], one["source"]) for one in self._session.all("memberships", values)]
        return User(
            tenant=row["tenant"],
            id=row["id"],
            name=row["name"],
            roles=tuple(role for role, source in given if source == ADMIN),
            claimed=tuple(role for role, source in given if source == OIDC),
            created_at=row["created_at"],
            disabled_at=row["disabled_at"],
        )


def _tenant_from(row: Row) -> Tenant:
    return Tenant(
        id=row["id"],
        name=row["name"],
        created_at=row["created_at"],
        disabled_at=row["disabled_at"],
    )
