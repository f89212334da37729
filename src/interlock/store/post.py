"""Puts notices into the outbox of those who want them, in the transaction at hand."""

from collections.abc import Iterable

from interlock.domain.hooks import Delivery, Hook
from interlock.domain.notices import Notice, body_of, message_id, wants
from interlock.store.hooks import Hooks


def post(hooks: Hooks, subscribed: Iterable[Hook], notices: Iterable[Notice]) -> None:
    """Send notices on their way; whoever has one of them already does not get it again.

    Args:
        hooks: Of the transaction.
        subscribed: Who may want them.
        notices: What is to be told.
    """
    everybody = list(subscribed)
    for notice in notices:
        for hook in everybody:
            if wants(hook, notice):
                hooks.send(hook, _delivery(hook, notice), body_of(hook, notice))


def _delivery(hook: Hook, notice: Notice) -> Delivery:
    return Delivery(
        id=message_id(hook, notice.source),
        hook_id=hook.id,
        tenant=hook.tenant,
        event=notice.event,
        created_at=notice.time,
        run_id=notice.run_id,
        thread_id=notice.thread_id,
    )
