"""Webhooks for tests."""

from typing import Any

from tests.store.build import CHIEF

from interlock.domain.hooks import EVENTS, Delivery, Hook
from interlock.ports import Store

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


def hook(hook_id: str = "hook_1", **more: Any) -> Hook:
    values: dict[str, Any] = {
        "id": hook_id,
        "tenant": CHIEF.tenant,
        "user": CHIEF.user,
        "name": "pager",
        "url": "https://example.com/hook",
        "events": EVENTS,
        "created_at": 1,
        "updated_at": 1,
        "rotated_at": 1,
        **more,
    }
    return Hook(**values)


async def subscribe(store: Store, hook_id: str = "hook_1", **more: Any) -> Hook:
    """A webhook that hears of everything."""
    made = hook(hook_id, **more)
    await store.write(lambda tx: tx.hooks.add(made, SECRET))
    return made


async def waiting(store: Store, hook_id: str = "hook_1") -> list[Delivery]:
    """What is or was on its way, oldest first."""
    found = await store.read(lambda reader: reader.hooks.deliveries(hook_id, None, 1_000, ""))
    return found[::-1]


async def events(store: Store, hook_id: str = "hook_1") -> list[str]:
    return [delivery.event for delivery in await waiting(store, hook_id)]
