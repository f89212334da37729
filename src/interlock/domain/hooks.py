"""Webhooks: who wants to hear of what, and how each notice fares on its way."""

from typing import Literal, get_args

from msgspec import Struct

HookEvent = Literal[
    "interrupt.opened",
    "interrupt.decided",
    "interrupt.expired",
    "run.ended",
    "schedule.result",
    "quota.warning",
    "quota.exceeded",
]
EVENTS: tuple[HookEvent, ...] = get_args(HookEvent)

PING = "ping"
"""The event of a test message, which everybody gets who asks for it."""

DeliveryState = Literal["pending", "delivered", "failed"]

OVERLAP_MS = 24 * 3600 * 1000
"""How long the secret before the present one still signs."""


class Hook(Struct, frozen=True, kw_only=True):
    """A subscription of a tenant. It has no secret in it, so that it may be shown.

    Args:
        id: Its id.
        tenant: Whose events it hears of.
        user: Who made it.
        name: What people call it.
        url: Where notices are posted to.
        events: Of what it hears.
        agent: Only of this agent's runs; empty: of all.
        details: Whether notices hold questions, tool arguments and answers.
        disabled_at: Since when nothing is sent any more, ms since the epoch; 0: it is on.
        disabled_why: Set when the server switched it off itself.
        rotated_at: When its present secret was made, ms since the epoch.
        created_at: In ms since the epoch.
        updated_at: In ms since the epoch.
    """

    id: str
    tenant: str
    user: str
    name: str
    url: str
    events: tuple[HookEvent, ...]
    created_at: int
    updated_at: int
    rotated_at: int
    agent: str = ""
    details: bool = False
    disabled_at: int = 0
    disabled_why: str = ""


class Secrets(Struct, frozen=True):
    """What signs a webhook's notices. It has no printable form.

    ``previous`` counts until ``previous_until``, ms since the epoch; empty: there is none.
    """

    current: str
    previous: str = ""
    previous_until: int = 0

    def good(self, now: int) -> list[str]:
        """Those that sign at this time, the present one first."""
        both = self.previous and now < self.previous_until
        return [self.current, self.previous] if both else [self.current]

    def __repr__(self) -> str:
        return "Secrets(…)"


class Delivery(Struct, frozen=True, kw_only=True):
    """One notice on its way to one webhook.

    Args:
        id: The header ``webhook-id``; the same in every attempt.
        hook_id: Where it goes.
        tenant: Whose it is.
        event: Of what it tells.
        state: ``pending`` until it was taken, or until all attempts are used up (``failed``).
        attempts: How often it was sent.
        next_at: When it is sent again, ms since the epoch; 0: at once.
        created_at: When it happened, ms since the epoch.
        ended_at: When it was taken or given up, ms since the epoch.
        status: The receiver's last HTTP status; 0: there was no answer.
        error: Why the last attempt failed, in a word.
        run_id: The run that it is about.
        thread_id: Its conversation.
    """

    id: str
    hook_id: str
    tenant: str
    event: str
    created_at: int
    state: DeliveryState = "pending"
    attempts: int = 0
    next_at: int = 0
    ended_at: int = 0
    status: int = 0
    error: str = ""
    run_id: str = ""
    thread_id: str = ""


class Parcel(Struct, frozen=True, kw_only=True):
    """A delivery in the hands of who sends it.

    Args:
        delivery: What and to whom.
        lease: A number that grows with each hand-out; an outcome with an old one is ignored.
        url: Where to.
        secrets: What signs it.
        body: The JSON as it is stored.
    """

    delivery: Delivery
    lease: int
    url: str
    secrets: Secrets
    body: bytes
