"""Tenants and their users: who there is, and what they may do."""

import re

from msgspec import Struct

GROUP = "group:"
"""A role that begins so is the membership in a group of approvers."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,127}\Z", re.ASCII)
_ROLE = re.compile(r"(group:)?[a-z][a-z0-9_.:-]{0,63}\Z", re.ASCII)


class Tenant(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A customer of this installation. Nothing of one is ever seen by another.

    ``disabled_at``: since then nobody of it gets in; ms since the epoch, 0 while it is open.
    """

    id: str
    name: str = ""
    created_at: int = 0
    disabled_at: int = 0


class User(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody of a tenant.

    ``roles`` were given by an administrator, ``claimed`` came with the user's last OIDC token. Both
    count. ``disabled_at`` is 0 while the user may come in.
    """

    tenant: str
    id: str
    name: str = ""
    roles: tuple[str, ...] = ()
    claimed: tuple[str, ...] = ()
    created_at: int = 0
    disabled_at: int = 0

    @property
    def all_roles(self) -> frozenset[str]:
        """What the user may do; nothing while disabled."""
        return frozenset() if self.disabled_at else frozenset((*self.roles, *self.claimed))


def is_name(text: str) -> bool:
    """Whether a text can name a tenant or a user: at most 128 letters, digits and ``. _ @ + -``."""
    return _NAME.match(text) is not None


def is_role(text: str) -> bool:
    """Whether a text can be a role (``approver``) or a membership (``group:finance``)."""
    return _ROLE.match(text) is not None
