"""The ASGI application over a running Interlock."""

from importlib.metadata import version

from interlock.domain.principals import Principal
from interlock.server.app import ServerApp, build_app
from interlock.server.auth import token_key
from interlock.server.parts import Bounds, Doors, ServerParts
from interlock.wiring.runtime import LOCAL_ROLES, Runtime

LOCAL = Principal("local", "local", LOCAL_ROLES)
"""Whoever holds the token of a local installation. One name, so that a thread stays its owner's
when the data move to another account or machine."""

_LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


def make_app(parts: Runtime) -> ServerApp:
    """Build the application for the settings' one token."""
    settings = parts.settings
    return build_app(
        ServerParts(
            desk=parts.desk,
            store=parts.store,
            feed=parts.feed,
            agents=parts.agents,
            clock=parts.clock,
            tokens={token_key(settings.token): LOCAL},
            bounds=Bounds(body_bytes=settings.max_body),
            doors=Doors(
                hosts=frozenset(settings.hosts),
                origins=frozenset(settings.origins),
                any_address=settings.host not in _LOOPBACK,
            ),
            version=version("interlock"),
        )
    )
