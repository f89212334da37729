"""The desk for webhooks: each method is one transaction."""

from interlock.commands.hook import (
    HookForm,
    HookPatch,
    MadeHook,
    Rules,
    create,
    edit,
    ping,
    redeliver,
    redeliver_failed,
    remove,
    rotate,
)
from interlock.domain.hooks import Delivery, Hook
from interlock.domain.principals import Principal
from interlock.ports import Clock, Store, Tx


class HookDesk:
    """Every way to change a webhook; see ``commands.hook``.

    Args:
        store: Where they are kept.
        clock: The time.
        rules: What differs from one installation to another.
    """

    def __init__(self, store: Store, clock: Clock, rules: Rules) -> None:
        self._store = store
        self._clock = clock
        self._rules = rules

    async def create(self, principal: Principal, form: HookForm) -> MadeHook:
        """Make a webhook."""
        return await self._store.write(
            lambda tx: create(tx, principal, form, self._time(tx), self._rules)
        )

    async def edit(self, principal: Principal, hook_id: str, patch: HookPatch) -> Hook:
        """Change a webhook."""
        return await self._store.write(
            lambda tx: edit(tx, principal, hook_id, patch, (self._time(tx), self._rules))
        )

    async def rotate(self, principal: Principal, hook_id: str) -> MadeHook:
        """Give it a new secret."""
        return await self._store.write(
            lambda tx: rotate(tx, principal, hook_id, self._time(tx), self._rules)
        )

    async def remove(self, principal: Principal, hook_id: str) -> None:
        """Forget a webhook."""
        await self._store.write(lambda tx: remove(tx, principal, hook_id, self._time(tx)))

    async def ping(self, principal: Principal, hook_id: str) -> Delivery:
        """Send a test message."""
        return await self._store.write(lambda tx: ping(tx, principal, hook_id, self._time(tx)))

    async def redeliver(self, principal: Principal, hook_id: str, delivery_id: str) -> Delivery:
        """Send a notice once more."""
        return await self._store.write(
            lambda tx: redeliver(tx, principal, hook_id, delivery_id, self._time(tx))
        )

    async def redeliver_failed(self, principal: Principal, hook_id: str, since: int) -> int:
        """Send everything once more that was set aside since a time."""
        return await self._store.write(
            lambda tx: redeliver_failed(tx, principal, hook_id, since, self._time(tx))
        )

    def _time(self, tx: Tx) -> int:
        return tx.schedules.clock(self._clock.now())
