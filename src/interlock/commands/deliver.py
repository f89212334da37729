"""Hand notices to a sender, and keep how each attempt went."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from interlock.domain.audit import Act
from interlock.domain.hooks import Hook, Parcel
from interlock.domain.principals import SYSTEM
from interlock.domain.redelivery import GONE, Sent, next_attempt
from interlock.ports import Tx

LEASE_MS = 60_000
"""When a notice whose sender gave no sign is sent by another."""

EACH = 4
"""Notices that one sender posts to one webhook at the same time: a slow one holds up itself."""

VISITS = 64
"""Webhooks that one transaction looks at."""

KEPT_MS = 14 * 24 * 3600 * 1000
"""How long notices are remembered that were taken or set aside."""

FORGOTTEN = 1_000
"""How many are forgotten in one transaction."""


class Hand(Struct, frozen=True):
    """What a sender has taken. ``cursor``: the webhook after which the next look begins."""

    parcels: tuple[Parcel, ...]
    cursor: str


def take(tx: Tx, now: int, cursor: str, room: int, busy: Mapping[str, int]) -> Hand:
    """Take what is due, a little of each webhook in turn.

    Args:
        tx: The transaction.
        now: The time of this machine; the database's own decides where it is shared.
        cursor: Where the last look ended.
        room: How many at most.
        busy: How many are on their way from this sender already, by webhook.
    """
    now = tx.schedules.clock(now)
    parcels: list[Parcel] = []
    begun, wrapped = cursor, False
    for _ in range(VISITS):
        cursor = tx.hooks.next_with_mail(cursor)
        if not cursor and not wrapped:
            wrapped = True
            continue
        if not cursor or len(parcels) >= room or (wrapped and cursor > begun):
            break
        limit = min(EACH - busy.get(cursor, 0), room - len(parcels))
        if limit > 0:
            parcels += tx.hooks.claim(cursor, now, now + LEASE_MS, limit)
    return Hand(tuple(parcels), cursor)


def settle(tx: Tx, parcel: Parcel, sent: Sent, now: int, luck: float) -> None:
    """Keep how an attempt went: taken, to be tried again, or set aside.

    Args:
        tx: The transaction.
        parcel: What was sent.
        sent: How it went.
        now: The time of this machine; the database's own decides where it is shared.
        luck: Drawn from [0, 1), for the jitter of the next attempt.
    """
    now = tx.schedules.clock(now)
    next_at = 0 if sent.taken else next_attempt(parcel.delivery, now, lambda: luck)
    state = "delivered" if sent.taken else "pending" if next_at else "failed"
    after = replace(
        parcel.delivery,
        state=state,
        next_at=next_at,
        ended_at=0 if next_at else now,
        status=sent.status,
        error=sent.error,
    )
    tx.hooks.settle(parcel, after)
    if sent.status == GONE:
        _switch_off(tx, tx.hooks.get_to_change(after.hook_id), now)


def forget(tx: Tx, now: int) -> int:
    """Forget what was over long ago. How much that was, at most ``FORGOTTEN``."""
    return tx.hooks.forget(tx.schedules.clock(now) - KEPT_MS, FORGOTTEN)


def _switch_off(tx: Tx, hook: Hook | None, now: int) -> None:
    if hook is None or hook.disabled_at:
        return
    why = "Its receiver answered 410: it is gone."
    tx.hooks.give_up(hook.id, now, "gone")
    tx.hooks.change(replace(hook, disabled_at=now, disabled_why=why, updated_at=now))
    off = Act(
        time=now,
        tenant=hook.tenant,
        actor=SYSTEM,
        action="webhook.edit",
        subject=hook.id,
        details={"enabled": False, "why": why},
        channel=SYSTEM,
        method=SYSTEM,
    )
    tx.access.audit.record(off)
