"""Who is asking. Every stored row carries the tenant and the user of the principal that made it."""

from msgspec import Struct


class Principal(Struct, frozen=True):
    """An authenticated caller.

    ``method`` says how the caller proved it (``token``, ``cli``, ``system`` …); it is recorded with
    every decision. ``roles`` are the permissions that tools may demand.
    """

    tenant: str
    user: str
    roles: frozenset[str] = frozenset()
    method: str = "token"


SYSTEM = "system"
"""The user name in the log for what the server did by itself (an expiry, a recovery)."""
