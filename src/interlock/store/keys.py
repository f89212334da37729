"""API keys in the database."""

from msgspec import json

from interlock.domain.keys import ApiKey
from interlock.ports.access import Page
from interlock.store.session import Row, Session, Value


class Keys:
    """``ports.access.Keys`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get(self, key_id: str) -> ApiKey | None:
        """One key."""
        row = self._session.one("key", {"key_id": key_id})
        return None if row is None else _key_from(row)

    def page(self, tenant: str, user: str, page: Page) -> list[ApiKey]:
        """A tenant's keys and sessions, newest first; of one user unless ``user`` is empty."""
        values: dict[str, Value] = {
            "tenant": tenant,
            "user": user,
            "everybody": int(not user),
            "before": page.before,
            "limit": page.limit,
        }
        return [_key_from(row) for row in self._session.all("keys_of_tenant", values)]

    def successors(self, key_id: str, now: int) -> list[ApiKey]:
        """The good keys that take the place of a key."""
        rows = self._session.all("successors", {"key_id": key_id, "now": now})
        return [_key_from(row) for row in rows]

    def add(self, key: ApiKey) -> None:
        """Store a key."""
        self._session.run("add_key", _key_values(key))

    def touch(self, key_id: str, now: int) -> bool:
        """Remember that it was used."""
        return self._session.run("touch_key", {"key_id": key_id, "now": now}) == 1

    def end(self, key_id: str, at: int) -> None:
        """Let it end at this time, if it does not end earlier."""
        self._session.run("end_key", {"key_id": key_id, "at": at})

    def revoke(self, key_id: str, now: int) -> bool:
        """End it, and what came from it. False: it was ended before."""
        if self._session.run("revoke_key", {"key_id": key_id, "now": now}) != 1:
            return False
        self._session.run("revoke_children", {"key_id": key_id, "now": now})
        return True

    def revoke_all(self, tenant: str, user: str, now: int) -> int:
        """End all keys and sessions of a user."""
        values: dict[str, Value] = {"tenant": tenant, "user": user, "now": now}
        return self._session.run("revoke_keys_of_user", values)


def _key_from(row: Row) -> ApiKey:
    return ApiKey(
        id=row["id"],
        tenant=row["tenant"],
        user=row["user"],
        name=row["name"],
        kind=row["kind"],
        digest=row["digest"],
        scopes=json.decode(row["scopes_json"], type=tuple[str, ...]),
        created_at=row["created_at"],
        created_by=row["created_by"],
        expires_at=row["expires_at"],
        last_used_at=row["last_used_at"],
        revoked_at=row["revoked_at"],
        root=row["root"],
    )


def _key_values(key: ApiKey) -> dict[str, Value]:
    return {
        "id": key.id,
        "tenant": key.tenant,
        "user": key.user,
        "name": key.name,
        "kind": key.kind,
        "digest": key.digest,
        "scopes_json": json.encode(key.scopes),
        "created_at": key.created_at,
        "created_by": key.created_by,
        "expires_at": key.expires_at,
        "last_used_at": key.last_used_at,
        "revoked_at": key.revoked_at,
        "root": key.root,
    }
