"""Quotas: see them, set them, lift them."""

from msgspec import Struct

from interlock.domain.quotas import Quota
from interlock.ledger.bounds import QuotaForm, QuotaView
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Route


class QuotaList(Struct, frozen=True):
    """Bounds, and how full they are now."""

    quotas: list[QuotaView]


async def list_quotas(call: Call) -> Reply:
    """The bounds that count for the caller."""
    return json_reply(QuotaList(await call.parts.ledger.quotas(call.principal)))


async def put_quota(call: Call) -> Reply:
    """Set a bound."""
    form = await call.read(QuotaForm)
    return json_reply(await call.parts.ledger.put_quota(call.principal, form))


async def drop_quota(call: Call) -> Reply:
    """Lift a bound."""
    await call.parts.ledger.drop_quota(call.principal, call.path("quota_id"))
    return Reply(status=204, headers=())


ROUTES = (
    Route(
        method="GET",
        path="/v1/quotas",
        handler=list_quotas,
        summary="The quotas that count for the caller, and how full they are; all for an admin.",
        response=QuotaList,
    ),
    Route(
        method="PUT",
        path="/v1/quotas",
        handler=put_quota,
        summary="Set a quota, in place of an earlier one for the same.",
        body=QuotaForm,
        response=Quota,
        errors=(422,),
        needs="admin",
    ),
    Route(
        method="DELETE",
        path="/v1/quotas/{quota_id}",
        handler=drop_quota,
        summary="Lift a quota.",
        status=204,
        errors=(404,),
        needs="admin",
    ),
)
