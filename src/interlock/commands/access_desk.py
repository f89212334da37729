"""The access desk: every way to change who may come in. Each method is one transaction."""

from collections.abc import Callable

from interlock import scope
from interlock.commands.key import (
    Fresh,
    MadeKey,
    NewKey,
    create_key,
    invite,
    redeem,
    revoke_key,
    rotate_key,
)
from interlock.commands.people import PutTenant, PutUser, first_admin, put_tenant, put_user
from interlock.commands.rule import NewRule, add_rule, revoke_rule
from interlock.domain.ids import new_id
from interlock.domain.keys import SECRET_BYTES
from interlock.domain.people import Tenant, User
from interlock.domain.principals import Principal
from interlock.domain.rules import Rule
from interlock.ports import Clock, Store


class AccessDesk:
    """Makes keys, people and rules.

    Args:
        store: Where they are kept.
        clock: The time.
        random: So many bytes that nobody can guess.
        rule_days: The most days that a rule may last.
    """

    def __init__(
        self, store: Store, clock: Clock, random: Callable[[int], bytes], rule_days: int = 30
    ) -> None:
        self._store = store
        self._clock = clock
        self._random = random
        self._rule_days = rule_days

    async def create_key(self, order: NewKey) -> MadeKey:
        """Make a key; see ``commands.key``."""
        fresh = self._fresh()
        return await self._store.write(lambda tx: create_key(tx, order, fresh))

    async def rotate_key(self, who: Principal, key_id: str, hours: int, channel: str) -> MadeKey:
        """Make a key's successor; see ``commands.key``."""
        fresh = self._fresh()
        return await self._store.write(
            lambda tx: rotate_key(tx, who, key_id, hours, fresh, channel)
        )

    async def revoke_key(self, who: Principal, key_id: str, channel: str) -> None:
        """End a key; see ``commands.key``."""
        now = self._clock.now()
        await self._store.write(lambda tx: revoke_key(tx, who, key_id, now, channel))

    async def invite(self, who: Principal) -> str:
        """A code that opens one session; see ``commands.key``."""
        fresh = self._fresh()
        return await self._store.write(lambda tx: invite(tx, who, fresh))

    async def redeem(self, text: str) -> tuple[str, int] | None:
        """Open a session with a code or a key; see ``commands.key``."""
        fresh = self._fresh()
        with scope.everybody():
            return await self._store.write(lambda tx: redeem(tx, text, fresh))

    async def put_user(self, order: PutUser) -> User:
        """Add or change a user; see ``commands.people``."""
        return await self._store.write(lambda tx: put_user(tx, order, self._clock.now()))

    async def put_tenant(self, order: PutTenant) -> Tenant:
        """Add or change a tenant; see ``commands.people``."""
        with scope.everybody():
            return await self._store.write(lambda tx: put_tenant(tx, order, self._clock.now()))

    async def first_admin(self, who: Principal, at: tuple[str, str], channel: str) -> MadeKey:
        """Give a tenant an administrator with a key; see ``commands.people``."""
        fresh = self._fresh()
        with scope.everybody():
            return await self._store.write(lambda tx: first_admin(tx, who, at, fresh, channel))

    async def add_rule(self, order: NewRule) -> Rule:
        """Make a rule by hand; see ``commands.rule``."""
        place = (new_id("rule"), self._clock.now())
        return await self._store.write(lambda tx: add_rule(tx, order, place, self._rule_days))

    async def revoke_rule(self, who: Principal, rule_id: str, channel: str) -> None:
        """Take a rule back; see ``commands.rule``."""
        now = self._clock.now()
        await self._store.write(lambda tx: revoke_rule(tx, who, rule_id, now, channel))

    def _fresh(self) -> Fresh:
        return Fresh(new_id("key"), self._random(SECRET_BYTES), self._clock.now())
