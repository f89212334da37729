"""A server with accounts: two tenants, their people, and a key for each."""

import contextlib
import secrets
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from msgspec import Struct
from tests.server.house import House, serving

from interlock.commands.key import Fresh, NewKey, create_key
from interlock.domain.agents import Agent
from interlock.domain.ids import new_id
from interlock.domain.people import Tenant, User
from interlock.domain.principals import Principal
from interlock.ports import Tx
from interlock.ports.identity import Identity
from interlock.server.identities import KeyHolders
from interlock.settings import Settings
from interlock.wiring.app import Interlock
from interlock.wiring.runtime import Runtime, runtime

FOLK: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "ann": ("acme", "ann", ("editor",)),
    "bob": ("acme", "bob", ()),
    "boss": ("acme", "boss", ("approver",)),
    "lea": ("acme", "lea", ("group:legal",)),
    "chief": ("acme", "chief", ("admin", "approver")),
    "ops": ("acme", "ops", ("admin", "operator")),
    "eve": ("evil", "ann", ("admin", "approver", "editor")),
}
"""Name, tenant, user and roles. Eve is an admin, and has Ann's name, in another tenant."""


class Town(Struct, frozen=True):
    """A house whose people hold keys. ``ids`` are the keys' ids by the people's names."""

    house: House
    parts: Runtime
    ids: dict[str, str]

    async def key(self, name: str, **more: Any) -> tuple[str, str]:
        """Another key for somebody: its id and its token."""
        tenant, user, roles = FOLK[name]
        who = Principal(tenant, user, frozenset({*roles, "admin", "operator"}))
        fresh = _fresh(self.parts)
        made = await self.parts.store.write(
            lambda tx: create_key(tx, NewKey(principal=who, **more), fresh)
        )
        return made.key.id, made.token


async def bearer(
    house: House, token: str, method: str = "GET", path: str = "/v1/me", **options: Any
):
    """Ask with a token that belongs to nobody in particular."""
    house.tokens["_"] = token
    return await house.ask(method, path, "_", **options)


@contextlib.asynccontextmanager
async def town(
    agent: Agent,
    folder: Path,
    clock: Any = None,
    url: str = "",
    more: Any = None,
) -> AsyncGenerator[Town]:
    """Serve an agent to the people; ``more`` makes further identities of the runtime."""
    settings = Settings(data_dir=str(folder), auth="server", drain_seconds=0.1, database_url=url)
    async with runtime(Interlock([agent]), settings, clock, environment={}) as parts:
        known: tuple[Identity, ...] = (KeyHolders(parts.store, parts.clock),)
        known += () if more is None else (more(parts),)
        async with serving(parts, identities=known) as house:
            made = Town(house, parts, {})
            await parts.store.write(lambda tx: _people(tx, parts.clock.now()))
            for name in FOLK:
                made.ids[name], house.tokens[name] = await made.key(name)
            yield made


def _people(tx: Tx, now: int) -> None:
    for tenant in ("acme", "evil"):
        tx.access.people.put_tenant(Tenant(id=tenant, created_at=now))
    for tenant, user, roles in FOLK.values():
        one = User(tenant=tenant, id=user, roles=roles, created_at=now)
        tx.access.people.put_user(one)


def _fresh(parts: Runtime) -> Fresh:
    return Fresh(new_id("key"), secrets.token_bytes(32), parts.clock.now())
