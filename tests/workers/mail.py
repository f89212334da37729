"""A postman at work, for tests."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from tests.commands.hooks import SECRET, hook

from interlock.bus.clock import SystemClock
from interlock.commands.hook import ping
from interlock.domain.hooks import Delivery, Hook
from interlock.domain.principals import Principal
from interlock.domain.redact import Redactor
from interlock.mail.http import HttpPost
from interlock.ports import Clock, Store
from interlock.workers.postman import Bag, Postman

CHIEF = Principal("acme", "chief", frozenset({"admin"}))


@contextlib.asynccontextmanager
async def working(
    store: Store, clock: Clock | None = None, secrets: tuple[str, ...] = ()
) -> AsyncGenerator[None]:
    """A postman works while the block runs."""
    bag = Bag(
        store=store,
        post=HttpPost(private=True),
        clock=clock or SystemClock(),
        redactor=Redactor(secrets),
        random=lambda: 0.0,
    )
    async with asyncio.TaskGroup() as group:
        task = group.create_task(Postman(bag).run())
        try:
            yield
        finally:
            task.cancel()


async def subscribe(store: Store, url: str, hook_id: str = "hook_1") -> Hook:
    """A webhook at an address."""
    made = hook(hook_id, url=url)
    await store.write(lambda tx: tx.hooks.add(made, SECRET))
    return made


async def send_test(store: Store, clock: Clock | None = None, hook_id: str = "hook_1") -> Delivery:
    """Something to post."""
    now = (clock or SystemClock()).now()
    return await store.write(lambda tx: ping(tx, CHIEF, hook_id, now))


async def settled(
    store: Store, hook_id: str = "hook_1", attempts: int = 1, status: int | None = None
) -> list[Delivery]:
    """Wait until the outcome of so many attempts is known of each; give all, oldest first.

    While one more attempt is on its way, a delivery still tells of the one before: say with which
    ``status`` it ends, where that matters.
    """

    def is_known(one: Delivery) -> bool:
        ended = one.state != "pending" or one.error != ""
        return one.attempts >= attempts and ended and status in {None, one.status}

    async with asyncio.timeout(20):
        while True:
            found = await store.read(
                lambda reader: reader.hooks.deliveries(hook_id, None, 1_000, "")
            )
            if all(is_known(one) for one in found):
                return found[::-1]
            await asyncio.sleep(0.01)
