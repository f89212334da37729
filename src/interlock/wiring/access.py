"""Who may come in: the identities of a server, and what the command line does to the database."""

import secrets
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from msgspec.structs import replace

from interlock.bus.clock import SystemClock
from interlock.commands.key import Fresh, MadeKey, NewKey, create_key
from interlock.commands.people import FIRST_ROLES, PutTenant, PutUser, put_tenant, put_user
from interlock.domain.events import Event
from interlock.domain.ids import new_id
from interlock.domain.keys import SECRET_BYTES
from interlock.domain.principals import Principal
from interlock.domain.rights import ADMIN, OPERATOR
from interlock.errors import ConfigError
from interlock.ports import Clock, Store, Tx
from interlock.ports.identity import Identity
from interlock.server.identities import KeyHolders, Visitors
from interlock.settings import Settings
from interlock.store.lock import DirectoryLock
from interlock.store.sqlite import SqliteStore
from interlock.wiring.extra import from_extra

POSTGRES = "interlock.store.postgres:PostgresStore"
OIDC = "interlock.oidc.verifier:open_verifier"
"""Imported where they are wanted: they need clients of their own."""

CHANNEL = "cli"


def identities(settings: Settings, store: Store, clock: Clock) -> tuple[Identity, ...]:
    """Who can say who holds a token; nobody in local mode, where one token is all there is.

    Raises:
        ConfigError: An OIDC setting is wrong or missing, or its extra is not installed.
    """
    if settings.auth == "local":
        return ()
    holders = KeyHolders(store, clock)
    if not settings.oidc_issuer:
        return (holders,)
    return (holders, Visitors(store, clock, from_extra(OIDC)(settings, clock)))


def host(tenant: str) -> Principal:
    """Whoever sits at the host: they have the database, so they may do everything."""
    return Principal(tenant, "host", frozenset({ADMIN, OPERATOR}), "host")


async def admin_init(settings: Settings, tenant: str, user: str) -> MadeKey:
    """Make a tenant and its first administrator, who is an operator, too. Gives the first key.

    Raises:
        ConfigError: The database can't be opened, or has an operator already.
        Refusal: A name is not well formed.
    """
    fresh = _fresh()

    def work(tx: Tx) -> MadeKey:
        who = host(tenant)
        if tx.access.people.user(tenant, user) is not None:
            raise ConfigError(
                f"there is a user {user} in {tenant} already; "
                f"a key for them: interlock admin key --tenant {tenant} --user {user}"
            )
        order = PutTenant(principal=who, tenant=tenant, channel=CHANNEL)
        if tx.access.people.tenant(tenant) is None:
            put_tenant(tx, order, fresh.now)
        roles = (*FIRST_ROLES, OPERATOR)
        put_user(tx, PutUser(principal=who, user=user, roles=roles, channel=CHANNEL), fresh.now)
        first = NewKey(principal=who, user=user, name="first key", channel=CHANNEL)
        return create_key(tx, first, fresh)

    async with _opened(settings) as store:
        return await store.write(work)


async def host_key(settings: Settings, order: NewKey, tenant: str) -> MadeKey:
    """Make a key for a user, by the host's own right.

    Raises:
        ConfigError: The database can't be opened.
        Refusal: There is no such user, or something is not well formed.
    """
    fresh = _fresh()
    whole = replace(order, principal=host(tenant), channel=CHANNEL)
    async with _opened(settings) as store:
        return await store.write(lambda tx: create_key(tx, whole, fresh))


def _fresh() -> Fresh:
    return Fresh(new_id("key"), secrets.token_bytes(SECRET_BYTES), SystemClock().now())


def _unheard(_events: Sequence[Event]) -> None:
    """Nobody follows runs here."""


@asynccontextmanager
async def _opened(settings: Settings) -> AsyncGenerator[Store]:
    """The database, while nobody else works with it if it is a file."""
    if settings.shares:
        store: Store = from_extra(POSTGRES)(settings.database_url, _unheard)
        lock = None
    else:
        file = settings.database()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = DirectoryLock(file.parent)
        store = SqliteStore(file, _unheard)
    try:
        yield store
    finally:
        await store.close()
        if lock is not None:
            lock.close()
