"""Tenants: what operators of the installation look after."""

from msgspec import Struct

from interlock import scope
from interlock.commands.people import PutTenant, refuse_unless_operator
from interlock.domain.people import Tenant
from interlock.errors import NotFound
from interlock.ports.access import Page
from interlock.server.accounts import refuse_without_accounts
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200


class TenantIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A tenant as it shall be. ``disabled``: nobody of it gets in."""

    name: str = ""
    disabled: bool = False


class AdminIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who becomes the tenant's first administrator."""

    user: str


class AdminMade(Struct, frozen=True, kw_only=True):
    """The administrator's first key. The token is shown now and never again."""

    tenant: str
    user: str
    key_id: str
    token: str


class TenantList(Struct, frozen=True):
    """Tenants, newest first. ``before`` asks for older ones; None when there are none."""

    tenants: list[Tenant]
    before: str | None = None


async def list_tenants(call: Call) -> Reply:
    """All tenants."""
    refuse_unless_operator(call.principal)
    limit = call.number("limit", PAGE, 1, MOST)
    page = Page(limit=limit, before=call.query("before") or "")
    with scope.everybody():
        found = await call.parts.store.read(lambda reader: reader.access.people.tenants(page))
    return json_reply(TenantList(found, found[-1].id if len(found) == limit else None))


async def show_tenant(call: Call) -> Reply:
    """One tenant."""
    refuse_unless_operator(call.principal)
    tenant_id = call.path("tenant_id")
    with scope.everybody():
        found = await call.parts.store.read(lambda reader: reader.access.people.tenant(tenant_id))
    if found is None:
        raise NotFound("There is no such tenant.", "tenant_not_found")
    return json_reply(found)


async def put_tenant(call: Call) -> Reply:
    """Add or change a tenant."""
    body = await call.read(TenantIn)
    refuse_unless_operator(call.principal)
    refuse_without_accounts(call.parts)
    order = PutTenant(
        principal=call.principal,
        tenant=call.path("tenant_id"),
        name=body.name,
        disabled=body.disabled,
        channel=call.channel,
    )
    return json_reply(await call.parts.access.put_tenant(order))


async def first_admin(call: Call) -> Reply:
    """Give a tenant an administrator with a key."""
    body = await call.read(AdminIn)
    refuse_unless_operator(call.principal)
    refuse_without_accounts(call.parts)
    at = (call.path("tenant_id"), body.user)
    made = await call.parts.access.first_admin(call.principal, at, call.channel)
    answer = AdminMade(tenant=at[0], user=at[1], key_id=made.key.id, token=made.token)
    return json_reply(answer, 201)


ROUTES = (
    Route(
        method="GET",
        path="/v1/tenants",
        handler=list_tenants,
        summary="All tenants, newest first. Needs the role operator.",
        response=TenantList,
        query=(
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "What the page before said."),
        ),
        needs="admin",
    ),
    Route(
        method="GET",
        path="/v1/tenants/{tenant_id}",
        handler=show_tenant,
        summary="One tenant. Needs the role operator.",
        response=Tenant,
        errors=(404,),
        needs="admin",
    ),
    Route(
        method="PUT",
        path="/v1/tenants/{tenant_id}",
        handler=put_tenant,
        summary="Add, change or disable a tenant. Needs the role operator.",
        body=TenantIn,
        response=Tenant,
        errors=(409, 413, 415, 422),
        needs="admin",
    ),
    Route(
        method="POST",
        path="/v1/tenants/{tenant_id}/admin",
        handler=first_admin,
        summary="Give a tenant an administrator with a key. Needs the role operator.",
        body=AdminIn,
        response=AdminMade,
        status=201,
        errors=(404, 409, 413, 415, 422),
        needs="admin",
    ),
)
