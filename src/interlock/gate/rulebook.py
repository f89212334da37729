"""Finds the standing rule of a person that lets a call run."""

from interlock.domain.rights import still_stands
from interlock.domain.rules import Attempt
from interlock.ports import Clock, Roles, Store


class Rulebook:
    """Looks into the stored rules each time: one that was revoked a moment ago is silent.

    Args:
        store: Where the rules are.
        roles: What the maker of a rule may do now.
        clock: The time.
    """

    def __init__(self, store: Store, roles: Roles, clock: Clock) -> None:
        self._store = store
        self._roles = roles
        self._clock = clock

    async def find(self, call: Attempt, approver: str, *, four_eyes: bool) -> str:
        """The id of a rule whose maker could approve this call today; empty when there is none.

        Args:
            call: The call at hand.
            approver: The role or group that it asks for; empty for none.
            four_eyes: Whether its user may not approve it.
        """
        now = self._clock.now()
        found = await self._store.read(lambda reader: reader.access.rules.matching(call, now))
        for rule in found:
            maker = await self._roles(call.tenant, rule.created_by)
            if still_stands(rule, maker, call.user, approver, four_eyes=four_eyes):
                return rule.id
        return ""
