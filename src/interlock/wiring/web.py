"""The ASGI application over a running Interlock."""

from collections.abc import Mapping
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType

import interlock
from interlock.domain.principals import Principal
from interlock.ledger.office import Office
from interlock.server.app import ServerApp, build_app
from interlock.server.auth import token_key
from interlock.server.pages import Site
from interlock.server.parts import Bounds, Doors, ServerParts
from interlock.server.sessions import Sessions
from interlock.wiring.access import identities
from interlock.wiring.roles import LOCAL_ROLES
from interlock.wiring.runtime import Runtime
from interlock.wiring.secret import read_secret

LOCAL = Principal("local", "local", LOCAL_ROLES)
"""Whoever holds the token of a local installation. One name, so that a thread stays its owner's
when the data move to another account or machine."""

NOBODY: Mapping[str, Principal] = MappingProxyType({})

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def make_sessions(parts: Runtime) -> Sessions:
    """Sessions of the web UI, signed with the data directory's own secret.

    Replicas have no directory in common, but the token; a session of one counts at all of them.

    Raises:
        ConfigError: The secret can't be read.
    """
    if parts.settings.shares:
        return Sessions(sha256(f"sessions {parts.settings.token}".encode()).digest(), parts.clock)
    return Sessions(read_secret(parts.settings.database().parent), parts.clock)


def make_app(
    parts: Runtime,
    guests: Mapping[str, Principal] = NOBODY,
    sessions: Sessions | None = None,
) -> ServerApp:
    """Build the application: for the settings' one token, or for whoever has an account.

    Args:
        parts: The running Interlock.
        guests: More tokens, and who holds them; experiments bring strangers.
        sessions: Those that the caller wants to invite to, too.
    """
    settings = parts.settings
    known = identities(settings, parts.store, parts.clock)
    people = guests if known else {settings.token: LOCAL, **guests}
    site = Site(Path(interlock.__file__).parent / "web")
    return build_app(
        ServerParts(
            desk=parts.desk,
            planner=parts.planner,
            hooks=parts.hooks,
            access=parts.access,
            ledger=Office(parts.store, parts.clock, parts.till),
            meter=parts.sight.meter,
            store=parts.store,
            feed=parts.feed,
            cluster=parts.cluster,
            agents=parts.agents,
            clock=parts.clock,
            tokens={token_key(token): who for token, who in people.items()},
            sessions=sessions or make_sessions(parts),
            identities=known,
            bounds=Bounds(body_bytes=settings.max_body),
            doors=Doors(
                hosts=frozenset(settings.hosts),
                origins=frozenset(settings.origins),
                any_address=settings.host not in _LOOPBACK,
            ),
            version=version("interlock"),
        ),
        site.routes(),
    )
