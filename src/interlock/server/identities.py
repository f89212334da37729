"""Who holds a token in server mode: the holder of an API key, or of a token of the issuer's.

Roles are read with each request, so a role that was taken, a user that was shut out and a key that
was revoked count at once. Until the holder is known, the request is nobody's and sees no row.
"""

from msgspec import Struct
from msgspec.structs import replace

from interlock import scope
from interlock.commands.key import held_by
from interlock.domain.keys import USE_MS, ApiKey
from interlock.domain.people import User
from interlock.domain.principals import Principal
from interlock.domain.rights import OPERATOR
from interlock.ports import Clock, Reader, Store, Tx
from interlock.ports.identity import Identity, Verifier, Visitor


class _Holder(Struct, frozen=True):
    key: ApiKey
    user: User


class KeyHolders:
    """Holders of API keys, and of sessions that came from them.

    Args:
        store: Where the keys are.
        clock: The time.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def principal(self, token: str) -> Principal | None:
        """Who holds a key; None when it opens nothing."""
        now = self._clock.now()
        with scope.everybody():
            found = await self._store.read(lambda reader: _holder(reader, token, now))
            if found is None:
                return None
            key = found.key
            if now - key.last_used_at >= USE_MS:
                await self._store.write(lambda tx: tx.access.keys.touch(key.id, now))
        return Principal(
            tenant=key.tenant,
            user=key.user,
            roles=found.user.all_roles,
            method=key.kind,
            scopes=frozenset(key.scopes),
            key=key.id if key.kind == "key" else key.root,
        )


class Visitors:
    """Holders of tokens that an issuer of OpenID Connect has signed.

    Their tenant must be there; they themselves are added when they first come. What their token
    claims is kept, for a run goes on after the request that began it.

    Args:
        store: Where people are.
        clock: The time.
        verifier: Checks the tokens.
    """

    def __init__(self, store: Store, clock: Clock, verifier: Verifier) -> None:
        self._store = store
        self._clock = clock
        self._verifier = verifier

    async def principal(self, token: str) -> Principal | None:
        """Who holds a token; None when it is no token of the issuer's, or its user may not in."""
        visitor = await self._verifier.visitor(token)
        if visitor is None:
            return None
        with scope.everybody():
            user = await self._store.read(lambda reader: _user(reader, visitor))
            claimed = visitor.roles - {OPERATOR}
            if user is None or frozenset(user.claimed) != claimed:
                now = self._clock.now()
                user = await self._store.write(
                    lambda tx: _welcome(tx, replace(visitor, roles=claimed), now)
                )
        if user is None or user.disabled_at:
            return None
        return Principal(visitor.tenant, visitor.user, user.all_roles, "oidc")


def _holder(reader: Reader, token: str, now: int) -> _Holder | None:
    key = held_by(reader, token, now)
    if key is None or key.kind == "code" or not _open(reader, key.tenant):
        return None
    user = reader.access.people.user(key.tenant, key.user)
    return None if user is None or user.disabled_at else _Holder(key, user)


def _user(reader: Reader, visitor: Visitor) -> User | None:
    if not _open(reader, visitor.tenant):
        return None
    return reader.access.people.user(visitor.tenant, visitor.user)


def _welcome(tx: Tx, visitor: Visitor, now: int) -> User | None:
    """Keep what a token claims, and its user if nobody knew them; nobody of a closed tenant."""
    if not _open(tx, visitor.tenant):
        return None
    people = tx.access.people
    if people.user(visitor.tenant, visitor.user) is None:
        people.put_user(User(tenant=visitor.tenant, id=visitor.user, created_at=now))
    people.claim(visitor.tenant, visitor.user, sorted(visitor.roles))
    return people.user(visitor.tenant, visitor.user)


def _open(reader: Reader, tenant: str) -> bool:
    found = reader.access.people.tenant(tenant)
    return found is not None and not found.disabled_at


_fits: tuple[type[Identity], ...] = (KeyHolders, Visitors)
