"""The audit log of administrative acts over HTTP."""

from msgspec import Struct

from interlock.domain.audit import Act
from interlock.ports.access import Sought
from interlock.server.accounts import refuse_unless_admin
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200
NEWEST = 2**53


class ActList(Struct, frozen=True):
    """Acts, newest first. ``before`` asks for older ones; None when there are none."""

    acts: list[Act]
    before: int | None = None


async def list_acts(call: Call) -> Reply:
    """The acts of the tenant."""
    refuse_unless_admin(call.principal)
    limit = call.number("limit", PAGE, 1, MOST)
    sought = Sought(
        tenant=call.principal.tenant,
        actor=call.query("actor") or "",
        action=call.query("action") or "",
        subject=call.query("subject") or "",
        before=call.number("before", NEWEST, 0, NEWEST),
        limit=limit,
    )
    acts = await call.parts.store.read(lambda reader: reader.access.audit.acts(sought))
    return json_reply(ActList(acts, acts[-1].number if len(acts) == limit else None))


ROUTES = (
    Route(
        method="GET",
        path="/v1/audit",
        handler=list_acts,
        summary="Who changed keys, users, roles and rules, newest first. Needs the role admin.",
        response=ActList,
        query=(
            Query("actor", "Only what this user did."),
            Query("action", "Only acts of this kind, for example key.create."),
            Query("subject", "Only what was done to this."),
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "Only acts with a smaller number.", "integer"),
        ),
        needs="admin",
    ),
)
