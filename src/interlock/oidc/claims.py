"""What the claims of a checked token mean here. Pure."""

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.people import GROUP, is_name, is_role
from interlock.domain.rights import OPERATOR
from interlock.errors import ConfigError
from interlock.ports.identity import Visitor


class Mapped(Struct, frozen=True, kw_only=True):
    """Which claim says what.

    Args:
        tenant: The tenant of everybody; empty reads ``tenant_claim``.
        tenant_claim: The claim that names the tenant. Dots go into objects.
        user_claim: The claim that names the user.
        roles_claim: The claim that lists roles.
        groups_claim: The claim that lists groups.
        roles: Our role for each of theirs; what is not here gives nothing.
    """

    tenant: str = ""
    tenant_claim: str = "tenant"
    user_claim: str = "sub"
    roles_claim: str = "roles"
    groups_claim: str = "groups"
    roles: Mapping[str, str] = {}


def visitor(claims: Mapping[str, Json], mapped: Mapped) -> Visitor | None:
    """Who a token is about; None when it names no tenant or no user that can be stored."""
    tenant = mapped.tenant or _text(claims, mapped.tenant_claim)
    user = _text(claims, mapped.user_claim)
    if not is_name(tenant) or not is_name(user):
        return None
    theirs = _list(claims, mapped.roles_claim)
    roles = {mapped.roles[name] for name in theirs if name in mapped.roles}
    groups = {GROUP + name.strip("/").lower() for name in _list(claims, mapped.groups_claim)}
    kept = {name for name in roles | groups if is_role(name)} - {OPERATOR}
    return Visitor(tenant=tenant, user=user, roles=frozenset(kept))


def role_map(pairs: Sequence[str]) -> dict[str, str]:
    """Read ``their-name=our-role`` pairs.

    Raises:
        ConfigError: One is not of that form, or gives the role of an operator.
    """
    found: dict[str, str] = {}
    for pair in pairs:
        theirs, equals, ours = pair.rpartition("=")
        if not equals or not theirs or not is_role(ours) or ours == OPERATOR:
            raise ConfigError(
                f"oidc_roles holds {pair!r}: write their-name=our-role, and never operator"
            )
        found[theirs] = ours
    return found


def _at(claims: Mapping[str, Json], path: str) -> Json:
    if path in claims:  # such as https://example.com/roles
        return claims[path]
    value: Json = cast("Json", claims)
    for name in path.split("."):
        value = cast("dict[str, Json]", value).get(name) if isinstance(value, dict) else None
    return value


def _text(claims: Mapping[str, Json], path: str) -> str:
    value = _at(claims, path)
    return value if isinstance(value, str) else ""


def _list(claims: Mapping[str, Json], path: str) -> list[str]:
    value = _at(claims, path)
    if isinstance(value, str):
        return value.split()
    listed = cast("list[Json]", value) if isinstance(value, list) else []
    return [one for one in listed if isinstance(one, str)]
