"""The audit log: who changed what about the installation itself, in the same transaction."""

from msgspec import Struct

from interlock.domain.messages import Json
from interlock.domain.principals import Principal


class Act(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One administrative act.

    Args:
        number: Its place in the log; 0 until it is stored.
        time: Ms since the epoch.
        tenant: Where it counts.
        actor: The user who did it.
        action: ``key.create`` …: a noun and a verb.
        subject: The id of what was changed.
        details: What it was before and is now, without secrets.
        channel: Through which door.
        method: How the actor had proved it.
    """

    time: int
    tenant: str
    actor: str
    action: str
    subject: str
    details: Json = None
    channel: str = "api"
    method: str = ""
    number: int = 0


def act(who: Principal, action: str, subject: str, now: int, details: Json = None) -> Act:
    """An act of a principal in the principal's own tenant."""
    return Act(
        time=now,
        tenant=who.tenant,
        actor=who.user,
        action=action,
        subject=subject,
        details=details,
        method=who.method,
    )
