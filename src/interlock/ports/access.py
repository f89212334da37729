"""The ports of who may come in: keys, people, standing rules, and the audit log."""

from collections.abc import Iterable
from typing import Protocol

from msgspec import Struct

from interlock.domain.audit import Act
from interlock.domain.keys import ApiKey
from interlock.domain.people import Tenant, User
from interlock.domain.principals import Principal
from interlock.domain.rules import Attempt, Rule


class Page(Struct, frozen=True, kw_only=True):
    """Which part of a list. ``before`` is the id of the last row seen; empty begins."""

    limit: int = 50
    before: str = ""


class Keys(Protocol):
    """API keys, sessions and one-time codes."""

    def get(self, key_id: str) -> ApiKey | None:
        """One key of any tenant: before a key is known, nobody's tenant is."""
        ...

    def page(self, tenant: str, user: str, page: Page) -> list[ApiKey]:
        """A tenant's keys and sessions, newest first; of one user unless ``user`` is empty."""
        ...

    def successors(self, key_id: str, now: int) -> list[ApiKey]:
        """The good keys that take the place of a key."""
        ...

    def add(self, key: ApiKey) -> None:
        """Store a key."""
        ...

    def touch(self, key_id: str, now: int) -> bool:
        """Remember that it was used. False: somebody did within the last minute."""
        ...

    def end(self, key_id: str, at: int) -> None:
        """Let it end at this time, if it does not end earlier."""
        ...

    def revoke(self, key_id: str, now: int) -> bool:
        """End it, and the sessions and codes that came from it. False: it was ended before."""
        ...

    def revoke_all(self, tenant: str, user: str, now: int) -> int:
        """End all keys and sessions of a user. How many there were."""
        ...


class People(Protocol):
    """Tenants and users."""

    def tenant(self, tenant: str) -> Tenant | None:
        """One tenant."""
        ...

    def tenants(self, page: Page) -> list[Tenant]:
        """All tenants, newest first."""
        ...

    def put_tenant(self, tenant: Tenant) -> None:
        """Add or change a tenant."""
        ...

    def user(self, tenant: str, user: str) -> User | None:
        """One user with roles."""
        ...

    def users(self, tenant: str, page: Page) -> list[User]:
        """A tenant's users, newest first."""
        ...

    def put_user(self, user: User) -> None:
        """Add or change a user, with the roles that an administrator gave."""
        ...

    def claim(self, tenant: str, user: str, roles: Iterable[str]) -> None:
        """Put the roles of a user's OIDC token in the place of the earlier ones."""
        ...


class Rules(Protocol):
    """Standing rules."""

    def get(self, rule_id: str) -> Rule | None:
        """One rule."""
        ...

    def page(self, who: Principal, page: Page, *, everybody: bool, now: int = 0) -> list[Rule]:
        """A tenant's rules, newest first: everybody's, or those of and by the principal.

        ``now`` leaves out those that are over; 0 leaves none out.
        """
        ...

    def matching(self, call: Attempt, now: int) -> list[Rule]:
        """The rules that let a call run, oldest first. Who made them is not looked at."""
        ...

    def add(self, rule: Rule) -> None:
        """Store a rule."""
        ...

    def revoke(self, rule_id: str, by: str, now: int) -> bool:
        """Take it back. False: somebody did before."""
        ...


class Sought(Struct, frozen=True, kw_only=True):
    """Which acts are looked for; what is empty does not matter. ``before`` is a number."""

    tenant: str
    actor: str = ""
    action: str = ""
    subject: str = ""
    before: int = 2**62
    limit: int = 50


class Audit(Protocol):
    """The audit log."""

    def record(self, act: Act) -> None:
        """Add an act, in the transaction of what it did."""
        ...

    def acts(self, sought: Sought) -> list[Act]:
        """Acts, newest first."""
        ...


class Access(Protocol):
    """Who may come in, and what stands without asking."""

    @property
    def keys(self) -> Keys:
        """API keys, sessions and one-time codes."""
        ...

    @property
    def people(self) -> People:
        """Tenants and users."""
        ...

    @property
    def rules(self) -> Rules:
        """Standing rules."""
        ...

    @property
    def audit(self) -> Audit:
        """The audit log."""
        ...
