"""Webhooks: who is told of what, and how the notices fared. For the tenant's administrators."""

from typing import cast, get_args

from msgspec import Raw, Struct

from interlock.commands.hook import HookForm, HookPatch, MadeHook, find_hook, require_admin
from interlock.domain.hooks import Delivery, DeliveryState, Hook
from interlock.errors import NotFound
from interlock.ports import Reader
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.problems import Unacceptable
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200


class HookList(Struct, frozen=True):
    """A tenant's webhooks, newest first."""

    webhooks: list[Hook]


class DeliveryList(Struct, frozen=True):
    """A webhook's notices, newest first. ``before`` asks for older ones; None: there are none."""

    deliveries: list[Delivery]
    before: str | None = None


class DeliveryView(Struct, frozen=True):
    """A notice and its body, as it was or will be sent."""

    delivery: Delivery
    body: Raw


class Since(Struct, frozen=True, forbid_unknown_fields=True):
    """Only what happened since then, ms since the epoch."""

    since: int = 0


class Again(Struct, frozen=True):
    """How many notices are sent once more."""

    redelivered: int


async def list_hooks(call: Call) -> Reply:
    """The tenant's webhooks."""
    require_admin(call.principal)
    tenant = call.principal.tenant
    found = await call.parts.store.read(lambda reader: reader.hooks.of_tenant(tenant))
    return json_reply(HookList(found))


async def create_hook(call: Call) -> Reply:
    """Make a webhook; the answer shows its secret, this once."""
    form = await call.read(HookForm)
    made = await call.parts.hooks.create(call.principal, form)
    where = (b"location", f"/v1/webhooks/{made.hook.id}".encode())
    return json_reply(made, 201, (where,))


async def show_hook(call: Call) -> Reply:
    """One webhook."""
    return json_reply(await call.parts.store.read(lambda reader: _find(reader, call)))


async def edit_hook(call: Call) -> Reply:
    """Change a webhook, switch it off or on."""
    patch = await call.read(HookPatch)
    return json_reply(await call.parts.hooks.edit(call.principal, _id(call), patch))


async def remove_hook(call: Call) -> Reply:
    """Forget a webhook."""
    await call.parts.hooks.remove(call.principal, _id(call))
    return Reply(status=204, headers=())


async def rotate_secret(call: Call) -> Reply:
    """Give it a new secret; the answer shows it, this once."""
    return json_reply(await call.parts.hooks.rotate(call.principal, _id(call)))


async def ping_hook(call: Call) -> Reply:
    """Send a test message."""
    return json_reply(await call.parts.hooks.ping(call.principal, _id(call)), 202)


async def list_deliveries(call: Call) -> Reply:
    """A webhook's notices."""
    limit = call.number("limit", PAGE, 1, MOST)
    before = call.query("before") or ""
    state = _state(call)

    def look(reader: Reader) -> list[Delivery]:
        return reader.hooks.deliveries(_find(reader, call).id, state, limit, before)

    found = await call.parts.store.read(look)
    return json_reply(DeliveryList(found, found[-1].id if len(found) == limit else None))


async def show_delivery(call: Call) -> Reply:
    """One notice, with its body."""

    def look(reader: Reader) -> tuple[Delivery, bytes] | None:
        return reader.hooks.delivery(_find(reader, call).id, call.path("delivery_id"))

    found = await call.parts.store.read(look)
    if found is None:
        raise NotFound("There is no such delivery.", "delivery_not_found")
    return json_reply(DeliveryView(found[0], Raw(found[1])))


async def redeliver(call: Call) -> Reply:
    """Send a notice once more."""
    delivery_id = call.path("delivery_id")
    found = await call.parts.hooks.redeliver(call.principal, _id(call), delivery_id)
    return json_reply(found, 202)


async def redeliver_failed(call: Call) -> Reply:
    """Send what was set aside once more."""
    since = (await call.read(Since, Since())).since
    count = await call.parts.hooks.redeliver_failed(call.principal, _id(call), since)
    return json_reply(Again(count), 202)


def _id(call: Call) -> str:
    return call.path("hook_id")


def _find(reader: Reader, call: Call) -> Hook:
    return find_hook(reader, call.principal, _id(call))


def _state(call: Call) -> DeliveryState | None:
    state = call.query("state")
    if state is not None and state not in get_args(DeliveryState):
        states = ", ".join(get_args(DeliveryState))
        raise Unacceptable(400, "bad_query", f"state is one of {states}.")
    return cast("DeliveryState | None", state)


ROUTES = (
    Route(
        method="GET",
        path="/v1/webhooks",
        handler=list_hooks,
        needs="admin",
        summary="The tenant's webhooks, newest first.",
        response=HookList,
    ),
    Route(
        method="POST",
        path="/v1/webhooks",
        handler=create_hook,
        needs="admin",
        summary="Make a webhook. The answer shows the secret that signs its notices, this once.",
        body=HookForm,
        response=MadeHook,
        status=201,
        errors=(409, 422),
    ),
    Route(
        method="GET",
        path="/v1/webhooks/{hook_id}",
        handler=show_hook,
        needs="admin",
        summary="One webhook.",
        response=Hook,
        errors=(404,),
    ),
    Route(
        method="PATCH",
        path="/v1/webhooks/{hook_id}",
        handler=edit_hook,
        needs="admin",
        summary="Change a webhook, or switch it off or on.",
        body=HookPatch,
        response=Hook,
        errors=(404, 422),
    ),
    Route(
        method="DELETE",
        path="/v1/webhooks/{hook_id}",
        handler=remove_hook,
        needs="admin",
        summary="Forget a webhook and what was on its way to it.",
        status=204,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/webhooks/{hook_id}/rotate",
        handler=rotate_secret,
        needs="admin",
        summary="Give it a new secret, shown this once; the old one signs, too, for a day.",
        response=MadeHook,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/webhooks/{hook_id}/ping",
        handler=ping_hook,
        needs="admin",
        summary="Send a test message.",
        response=Delivery,
        status=202,
        errors=(404, 409),
    ),
    Route(
        method="GET",
        path="/v1/webhooks/{hook_id}/deliveries",
        handler=list_deliveries,
        needs="admin",
        summary="What it got and will get, newest first.",
        response=DeliveryList,
        errors=(404,),
        query=(
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("state", "Only pending, delivered or failed ones."),
            Query("before", "The id of the last one seen: only older ones."),
        ),
    ),
    Route(
        method="GET",
        path="/v1/webhooks/{hook_id}/deliveries/{delivery_id}",
        handler=show_delivery,
        needs="admin",
        summary="One notice, with its body.",
        response=DeliveryView,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/webhooks/{hook_id}/deliveries/{delivery_id}/redeliver",
        handler=redeliver,
        needs="admin",
        summary="Send a notice once more, with the same id.",
        response=Delivery,
        status=202,
        errors=(404, 409),
    ),
    Route(
        method="POST",
        path="/v1/webhooks/{hook_id}/redeliver",
        handler=redeliver_failed,
        needs="admin",
        summary="Send what was set aside once more.",
        body=Since,
        response=Again,
        status=202,
        errors=(404, 409),
    ),
)
