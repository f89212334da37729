"""Builds the ASGI application from the route table."""

from collections.abc import Sequence

from starlette.routing import Route as Address
from starlette.routing import Router

from interlock.server import (
    agents,
    agui,
    aisdk,
    audit,
    changes,
    check,
    dashboard,
    health,
    interrupts,
    keys,
    messages,
    metrics,
    quotas,
    ratings,
    rules,
    run_events,
    runs,
    schedules,
    session,
    tenants,
    threads,
    traces,
    usage,
    users,
    webhooks,
    workers,
)
from interlock.server.asgi import Receive, Scope, Send
from interlock.server.door import Door
from interlock.server.guard import Guard
from interlock.server.openapi import openapi_route
from interlock.server.parts import ServerParts
from interlock.server.route import Route
from interlock.server.stream import Places

TABLE: tuple[Route, ...] = (
    *health.ROUTES,
    *agents.ROUTES,
    *agui.ROUTES,
    *aisdk.ROUTES,
    *threads.ROUTES,
    *messages.ROUTES,
    *runs.ROUTES,
    *run_events.ROUTES,
    *traces.ROUTES,
    *interrupts.ROUTES,
    *ratings.ROUTES,
    *changes.ROUTES,
    *schedules.ROUTES,
    *webhooks.ROUTES,
    *session.ROUTES,
    *users.ROUTES,
    *keys.ROUTES,
    *tenants.ROUTES,
    *rules.ROUTES,
    *audit.ROUTES,
    *check.ROUTES,
    *workers.ROUTES,
    *metrics.ROUTES,
    *usage.ROUTES,
    *dashboard.ROUTES,
    *quotas.ROUTES,
)
"""Every address of the server but that of its own description. An address that is not here does
not exist; one that is here needs a token unless it says ``public``."""


class ServerApp:
    """The ASGI application.

    Args:
        parts: What the server is made of.
        table: Its routes.
    """

    def __init__(self, parts: ServerParts, table: Sequence[Route]) -> None:
        self.places = Places(parts.bounds.streams_per_user)
        paths = dict.fromkeys(route.path for route in table)
        addresses = [
            Address(
                path,
                Door(
                    {route.method: route for route in table if route.path == path},
                    parts,
                    self.places,
                ),
            )
            for path in paths
        ]
        nowhere = Door({}, parts, self.places)
        router = Router(addresses, redirect_slashes=False, default=nowhere)
        self._app = Guard(router, parts.doors)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self._app(scope, receive, send)

    def close_streams(self) -> None:
        """End every open stream, so that the server can stop."""
        self.places.close()


def build_app(parts: ServerParts, more: Sequence[Route] = ()) -> ServerApp:
    """Build the application.

    Args:
        parts: What the server is made of.
        more: Routes beside the table, for example those of the web UI.
    """
    table = (*TABLE, *more)
    return ServerApp(parts, (*table, openapi_route(table, parts.version)))
