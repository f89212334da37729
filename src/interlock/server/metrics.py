"""Metrics for Prometheus: what this process counted, and how the installation stands."""

from interlock import scope
from interlock.domain.rights import ADMIN, OPERATOR
from interlock.errors import Forbidden
from interlock.server.asgi import Reply
from interlock.server.call import Call
from interlock.server.route import Route
from interlock.traces.gauges import gauges
from interlock.traces.series import CONTENT_TYPE, Sample, exposition, gauge

_HEADERS = ((b"content-type", CONTENT_TYPE), (b"cache-control", b"no-store"))


async def show_metrics(call: Call) -> Reply:
    """Everything. It is of all tenants together, so a tenant's admin does not see it."""
    parts = call.parts
    needed, code = (OPERATOR, "not_operator") if parts.identities else (ADMIN, "not_admin")
    if needed not in call.principal.roles:
        raise Forbidden(f"Metrics are of all tenants: they need the role {needed}.", code)
    streams = gauge(
        "interlock_streams_open", "Event streams that are open.", Sample(call.places.count())
    )
    with scope.everybody():
        standing = await gauges(parts.store, parts.cluster, parts.clock)
    families = [*parts.meter.families(), *standing, streams]
    return Reply(exposition(families), headers=_HEADERS)


ROUTES = (
    Route(
        method="GET",
        path="/metrics",
        handler=show_metrics,
        summary="Metrics for Prometheus, in its text format. For operators.",
    ),
)
