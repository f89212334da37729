"""Whether everything that is kept is what the log says."""

from msgspec import Struct

from interlock.server.accounts import refuse_unless_admin
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Route
from interlock.sight.audit import Difference, audit


class Audited(Struct, frozen=True):
    """Every difference between what is kept and what follows from the events."""

    differences: list[Difference]


async def check(call: Call) -> Reply:
    """Work everything out anew."""
    refuse_unless_admin(call.principal)
    tenant, now = call.principal.tenant, call.parts.clock.now()
    found = await call.parts.store.read(lambda reader: audit(reader, tenant, now))
    return json_reply(Audited(found))


ROUTES = (
    Route(
        method="GET",
        path="/v1/audit/check",
        handler=check,
        summary="Work out all rows, sums, notices and spans anew from the log; what differs.",
        response=Audited,
        needs="admin",
    ),
)
