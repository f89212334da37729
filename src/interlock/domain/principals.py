"""Who is asking. Every stored row carries the tenant and the user of the principal that made it."""

from msgspec import Struct

SCOPES = ("read", "run", "approve", "admin")
"""What a key may be used for: look, begin and stop runs, answer questions, administer. A scope
narrows what its user may do; it gives nothing."""

EVERY_SCOPE = frozenset(SCOPES)


class Principal(Struct, frozen=True):
    """An authenticated caller.

    ``method`` says how the caller proved it (``token``, ``key``, ``oidc``, ``session``, ``system``
    …); it is recorded with every decision. ``roles`` are the permissions that tools may demand; a
    role that begins with ``group:`` is the membership in a group. ``scopes`` are what the proof may
    be used for, and ``key`` is the id of the API key that was shown, if one was.
    """

    tenant: str
    user: str
    roles: frozenset[str] = frozenset()
    method: str = "token"
    scopes: frozenset[str] = EVERY_SCOPE
    key: str = ""


SYSTEM = "system"
"""The user name in the log for what the server did by itself (an expiry, a recovery)."""
