"""Users of the caller's tenant, and who the caller is."""

from msgspec import Struct

from interlock.commands.people import PutUser
from interlock.domain.people import User
from interlock.errors import NotFound
from interlock.ports.access import Page
from interlock.server.accounts import refuse_unless_admin, refuse_without_accounts
from interlock.server.asgi import Reply, json_reply
from interlock.server.call import Call
from interlock.server.route import Query, Route

PAGE = 50
MOST = 200


class Me(Struct, frozen=True, kw_only=True):
    """Who the caller is. ``auth`` is ``local`` or ``server``; ``key`` is the API key, if any."""

    tenant: str
    user: str
    roles: tuple[str, ...]
    scopes: tuple[str, ...]
    method: str
    key: str
    auth: str


class UserIn(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A user as they shall be; what is left out is empty.

    Args:
        name: What people call them.
        roles: What they may do; ``group:finance`` makes a member of a group.
        disabled: Whether they are shut out. All their keys and sessions end then.
    """

    name: str = ""
    roles: tuple[str, ...] = ()
    disabled: bool = False


class UserList(Struct, frozen=True):
    """Users, newest first. ``before`` asks for older ones; None when there are none."""

    users: list[User]
    before: str | None = None


async def show_me(call: Call) -> Reply:
    """Who the caller is."""
    who = call.principal
    return json_reply(
        Me(
            tenant=who.tenant,
            user=who.user,
            roles=tuple(sorted(who.roles)),
            scopes=tuple(sorted(who.scopes)),
            method=who.method,
            key=who.key,
            auth="server" if call.parts.identities else "local",
        )
    )


async def list_users(call: Call) -> Reply:
    """The users of the tenant."""
    refuse_unless_admin(call.principal)
    limit = call.number("limit", PAGE, 1, MOST)
    page = Page(limit=limit, before=call.query("before") or "")
    tenant = call.principal.tenant
    users = await call.parts.store.read(lambda reader: reader.access.people.users(tenant, page))
    return json_reply(UserList(users, users[-1].id if len(users) == limit else None))


async def show_user(call: Call) -> Reply:
    """One user."""
    refuse_unless_admin(call.principal)
    tenant, user_id = call.principal.tenant, call.path("user_id")
    user = await call.parts.store.read(lambda reader: reader.access.people.user(tenant, user_id))
    if user is None:
        raise NotFound("There is no such user.", "user_not_found")
    return json_reply(user)


async def put_user(call: Call) -> Reply:
    """Add or change a user."""
    body = await call.read(UserIn)
    refuse_unless_admin(call.principal)
    refuse_without_accounts(call.parts)
    order = PutUser(
        principal=call.principal,
        user=call.path("user_id"),
        name=body.name,
        roles=body.roles,
        disabled=body.disabled,
        channel=call.channel,
    )
    return json_reply(await call.parts.access.put_user(order))


ROUTES = (
    Route(
        method="GET",
        path="/v1/me",
        handler=show_me,
        summary="Who the caller is, and what they may do.",
        response=Me,
    ),
    Route(
        method="GET",
        path="/v1/users",
        handler=list_users,
        summary="The users of the tenant, newest first. Needs the role admin.",
        response=UserList,
        query=(
            Query("limit", "How many at most, 200 or fewer.", "integer"),
            Query("before", "What the page before said."),
        ),
        needs="admin",
    ),
    Route(
        method="GET",
        path="/v1/users/{user_id}",
        handler=show_user,
        summary="One user with roles. Needs the role admin.",
        response=User,
        errors=(404,),
        needs="admin",
    ),
    Route(
        method="PUT",
        path="/v1/users/{user_id}",
        handler=put_user,
        summary="Add or change a user, or shut one out. Needs the role admin.",
        body=UserIn,
        response=User,
        errors=(409, 413, 415, 422),
        needs="admin",
    ),
)
