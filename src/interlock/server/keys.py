"""API keys over HTTP. A token is in the answer that makes it, and in no other."""

from msgspec import Struct

from interlock.commands.key import MadeKey, NewKey, own_key
from interlock.domain.keys import ApiKey, KeyKind
from interlock.domain.rights import may_administer
from interlock.ports.access import Page
from interlock.server.accounts import refuse_without_accounts
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200


class KeyIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key to be made.

    Args:
        name: What to call it.
        user: For whom; empty for oneself. Another one needs the role ``admin``.
        scopes: Of ``read``, ``run``, ``approve``, ``admin``; empty gives all that the caller has.
        days: How long it works; 0 until it is revoked.
    """

    name: str = ""
    user: str = ""
    scopes: tuple[str, ...] = ()
    days: int = 0


class RotateIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """For how many hours the old key works beside its successor."""

    overlap_hours: int = 24


class KeyView(Struct, frozen=True, kw_only=True):
    """A key without its secret. Times in ms since the epoch; 0 for never.

    Args:
        id: ``key_…``.
        user: As whom it acts.
        name: What it is called.
        kind: ``key``, or ``session`` of the web UI.
        prefix: How its token begins.
        scopes: What it may be used for.
        created_at: When it was made.
        created_by: By whom.
        expires_at: When it ends.
        last_used_at: To the minute.
        revoked_at: When it was ended.
        replaces: The key that it is the successor of; of a session, the key that it came from.
        live: Whether it works now.
    """

    id: str
    user: str
    name: str
    kind: KeyKind
    prefix: str
    scopes: tuple[str, ...]
    created_at: int
    created_by: str
    expires_at: int
    last_used_at: int
    revoked_at: int
    replaces: str
    live: bool


class KeyList(Struct, frozen=True):
    """Keys, newest first. ``before`` asks for older ones; None when there are none."""

    keys: list[KeyView]
    before: str | None = None


class KeyMade(Struct, frozen=True):
    """A key and its token. The token is shown now and never again."""

    key: KeyView
    token: str


async def list_keys(call: Call) -> Reply:
    """The caller's keys; an administrator's list holds everybody's of the tenant."""
    limit = call.number("limit", PAGE, 1, MOST)
    page = Page(limit=limit, before=call.query("before") or "")
    who = call.principal
    user = (call.query("user") or "") if may_administer(who) else who.user
    keys = await call.parts.store.read(
        lambda reader: reader.access.keys.page(who.tenant, user, page)
    )
    now = call.parts.clock.now()
    return json_reply(
        KeyList([_view(one, now) for one in keys], keys[-1].id if len(keys) == limit else None)
    )


async def show_key(call: Call) -> Reply:
    """One key."""
    key_id = call.path("key_id")
    key = await call.parts.store.read(lambda reader: own_key(reader, call.principal, key_id))
    return json_reply(_view(key, call.parts.clock.now()))


async def create_key(call: Call) -> Reply:
    """Make a key."""
    body = await call.read(KeyIn, KeyIn())
    refuse_without_accounts(call.parts)
    order = NewKey(
        principal=call.principal,
        user=body.user,
        name=body.name,
        scopes=body.scopes,
        days=body.days,
        channel=call.channel,
    )
    return made(call, await call.parts.access.create_key(order))


async def rotate_key(call: Call) -> Reply:
    """Make a key's successor."""
    body = await call.read(RotateIn, RotateIn())
    refuse_without_accounts(call.parts)
    hours, key_id = body.overlap_hours, call.path("key_id")
    access = call.parts.access
    return made(call, await access.rotate_key(call.principal, key_id, hours, call.channel))


async def revoke_key(call: Call) -> Reply:
    """End a key."""
    await call.parts.access.revoke_key(call.principal, call.path("key_id"), call.channel)
    return Reply(status=204, headers=())


def made(call: Call, made_key: MadeKey) -> Reply:
    """The answer to making a key."""
    key = _view(made_key.key, call.parts.clock.now())
    where = (b"location", f"/v1/keys/{key.id}".encode())
    return json_reply(KeyMade(key, made_key.token), 201, (where,))


def _view(key: ApiKey, now: int) -> KeyView:
    return KeyView(
        id=key.id,
        user=key.user,
        name=key.name,
        kind=key.kind,
        prefix=key.prefix,
        scopes=key.scopes,
        created_at=key.created_at,
        created_by=key.created_by,
        expires_at=key.expires_at,
        last_used_at=key.last_used_at,
        revoked_at=key.revoked_at,
        replaces=key.root,
        live=key.good(now),
    )


ROUTES = (
    Route(
        method="GET",
        path="/v1/keys",
        handler=list_keys,
        summary="The caller's API keys and sessions, newest first; for an admin, the tenant's.",
        response=KeyList,
        query=(
            Query("user", "Only keys of this user; for administrators."),
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "What the page before said."),
        ),
    ),
    Route(
        method="POST",
        path="/v1/keys",
        handler=create_key,
        summary="Make an API key. Its token is in this answer and in no other.",
        body=KeyIn,
        response=KeyMade,
        status=201,
        errors=(404, 409, 413, 415, 422),
        needs="admin",
    ),
    Route(
        method="GET",
        path="/v1/keys/{key_id}",
        handler=show_key,
        summary="One API key.",
        response=KeyView,
        errors=(404,),
    ),
    Route(
        method="POST",
        path="/v1/keys/{key_id}/rotate",
        handler=rotate_key,
        summary="Make the successor of a key; both work for a while.",
        body=RotateIn,
        response=KeyMade,
        status=201,
        errors=(404, 409, 413, 415, 422),
        needs="admin",
    ),
    Route(
        method="DELETE",
        path="/v1/keys/{key_id}",
        handler=revoke_key,
        summary="End a key, and the sessions that came from it.",
        status=204,
        errors=(404,),
        needs="admin",
    ),
)
