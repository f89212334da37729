"""Tenants and users: add them, change what they may do, shut them out."""

from msgspec import Struct
from msgspec.structs import replace

from interlock.commands.key import Fresh, MadeKey, NewKey, create_key
from interlock.domain.audit import act
from interlock.domain.messages import Json
from interlock.domain.people import Tenant, User, is_name, is_role
from interlock.domain.principals import Principal
from interlock.domain.rights import ADMIN, APPROVER, EDITOR, OPERATOR, may_grant, may_operate
from interlock.errors import Forbidden, Invalid, NotFound
from interlock.ports import Tx

MOST_ROLES = 64
NAME_CHARACTERS = 200

FIRST_ROLES = (ADMIN, APPROVER, EDITOR)
"""What the first administrator of a tenant may do."""


class PutUser(Struct, frozen=True, kw_only=True):
    """A user as they shall be.

    Args:
        principal: Who says so: an administrator of the tenant.
        user: The user's id.
        name: What people call them.
        roles: What they may do; ``group:…`` makes them a member.
        disabled: Whether they are shut out; all their keys and sessions end then.
        channel: Through which door.
    """

    principal: Principal
    user: str
    name: str = ""
    roles: tuple[str, ...] = ()
    disabled: bool = False
    channel: str = "api"


class PutTenant(Struct, frozen=True, kw_only=True):
    """A tenant as it shall be; an operator says so."""

    principal: Principal
    tenant: str
    name: str = ""
    disabled: bool = False
    channel: str = "api"


def put_user(tx: Tx, order: PutUser, now: int) -> User:
    """Add or change a user of the principal's own tenant.

    Raises:
        Forbidden: It would make or change an operator.
        Invalid: The id or a role is not well formed.
    """
    who = order.principal
    before = tx.access.people.user(who.tenant, order.user)
    had = () if before is None else before.roles
    objection = may_grant(who, (*had, *order.roles))
    if objection:
        raise Forbidden(objection, "not_operator")
    _check_user(order)
    user = User(
        tenant=who.tenant,
        id=order.user,
        name=" ".join(order.name.split()),
        roles=tuple(sorted(set(order.roles))),
        claimed=() if before is None else before.claimed,
        created_at=now if before is None else before.created_at,
        disabled_at=_disabled_at(0 if before is None else before.disabled_at, order.disabled, now),
    )
    tx.access.people.put_user(user)
    if user.disabled_at:
        tx.access.keys.revoke_all(user.tenant, user.id, now)
    details: dict[str, Json] = {"before": None if before is None else _said(before)}
    details["after"] = _said(user)
    done = act(who, "user.put", user.id, now, details)
    tx.access.audit.record(replace(done, channel=order.channel))
    return user


def put_tenant(tx: Tx, order: PutTenant, now: int) -> Tenant:
    """Add or change a tenant.

    Raises:
        Forbidden: The principal is no operator, or would shut itself out.
        Invalid: The id is not well formed.
    """
    who = order.principal
    refuse_unless_operator(who)
    if not is_name(order.tenant) or len(order.name) > NAME_CHARACTERS:
        raise Invalid("A tenant's id has 1 to 128 letters, digits and . _ @ + -", "bad_tenant")
    if order.disabled and order.tenant == who.tenant:
        raise Invalid("An operator can't disable the tenant that it belongs to.", "bad_tenant")
    before = tx.access.people.tenant(order.tenant)
    tenant = Tenant(
        id=order.tenant,
        name=" ".join(order.name.split()),
        created_at=now if before is None else before.created_at,
        disabled_at=_disabled_at(0 if before is None else before.disabled_at, order.disabled, now),
    )
    tx.access.people.put_tenant(tenant)
    details: dict[str, Json] = {"name": tenant.name, "disabled_at": tenant.disabled_at}
    done = act(who, "tenant.put", tenant.id, now, details)
    for place in dict.fromkeys((who.tenant, tenant.id)):
        tx.access.audit.record(replace(done, tenant=place, channel=order.channel))
    return tenant


def first_admin(tx: Tx, who: Principal, at: tuple[str, str], fresh: Fresh, channel: str) -> MadeKey:
    """Give a tenant an administrator, and that one a key. ``at`` is the tenant and the user.

    Raises:
        Forbidden: The principal is no operator.
        NotFound: There is no such tenant.
    """
    refuse_unless_operator(who)
    tenant, user_id = at
    if tx.access.people.tenant(tenant) is None:
        raise NotFound("There is no such tenant.", "tenant_not_found")
    there = replace(who, tenant=tenant, roles=who.roles | {ADMIN})
    before = tx.access.people.user(tenant, user_id)
    roles = FIRST_ROLES if before is None else (*before.roles, *FIRST_ROLES)
    put_user(tx, PutUser(principal=there, user=user_id, roles=roles, channel=channel), fresh.now)
    return create_key(tx, NewKey(principal=there, user=user_id, name="first key"), fresh)


def refuse_unless_operator(who: Principal) -> None:
    """Turn everybody away who does not look after the installation.

    Raises:
        Forbidden: The principal is no operator.
    """
    if not may_operate(who):
        raise Forbidden(f"This needs the role {OPERATOR}.", "not_operator")


def _check_user(order: PutUser) -> None:
    if not is_name(order.user) or len(order.name) > NAME_CHARACTERS:
        raise Invalid("A user's id has 1 to 128 letters, digits and . _ @ + -", "bad_user")
    wrong = next((role for role in order.roles if not is_role(role)), None)
    if wrong is not None or len(order.roles) > MOST_ROLES:
        text = "A role has 1 to 64 small letters, digits and _ . : -, and group: before a group."
        raise Invalid(text, "bad_user")


def _disabled_at(before: int, disabled: bool, now: int) -> int:  # noqa: FBT001 - a state, not a mode
    return (before or now) if disabled else 0


def _said(user: User) -> dict[str, Json]:
    return {"name": user.name, "roles": list(user.roles), "disabled_at": user.disabled_at}
