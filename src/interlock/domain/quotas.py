"""Quotas: how much money, or how many tokens, may be used in a day, a month or a run.

A quota counts on a meter: one number for each tenant, user, agent or key and each stretch of time.
A call reserves what it may use at most before it is made, and the row of the ledger settles it.
"""

from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal
from zoneinfo import ZoneInfo

from msgspec import Struct

from interlock.domain.money import from_pico
from interlock.domain.records import Run

Scope = Literal["tenant", "user", "agent", "key"]
Measure = Literal["usd", "tokens"]
Period = Literal["day", "month", "run"]

EACH = "*"
"""The subject of a quota that every user, agent or key has for itself."""

WARN_PERCENT = 80
"""From here on people are warned."""


class Quota(Struct, frozen=True, kw_only=True):
    """A bound.

    Args:
        id: ``quota_…``.
        tenant: Whose it is.
        scope: What it bounds.
        subject: Which user, agent or key; ``*`` for each of them; empty for the tenant.
        measure: Money or tokens.
        period: A day or a month in the tenant's time zone, or one run.
        cap: Picodollars or tokens.
        created_at: Ms since the epoch.
        created_by: The user who set it.
    """

    id: str
    tenant: str
    scope: Scope
    subject: str
    measure: Measure
    period: Period
    cap: int
    created_at: int = 0
    created_by: str = ""

    def meant(self, subject: str) -> bool:
        """Whether it is about this user, agent or key."""
        return self.scope == "tenant" or self.subject in {EACH, subject}

    @property
    def limit(self) -> Decimal:
        """The bound in USD, or in tokens."""
        return from_pico(self.cap) if self.measure == "usd" else Decimal(self.cap)

    @property
    def words(self) -> str:
        """What it bounds, in words: "10.00 USD a day for the user ann"."""
        amount = f"{money(self.cap)} USD" if self.measure == "usd" else f"{self.cap:,} tokens"
        whose = {
            "tenant": "",
            "user": " for the user",
            "agent": " of the agent",
            "key": " by a key",
        }
        name = "" if self.subject in {"", EACH} or self.scope == "key" else f" {self.subject}"
        return f"{amount} a {self.period}{whose[self.scope]}{name}"


class MeterKey(Struct, frozen=True, order=True):
    """Which meter: whose, and for which stretch of time (``d:2026-11-30``, ``m:2026-11``, …)."""

    tenant: str
    scope: Scope
    subject: str
    window: str


class Meter(Struct, frozen=True, kw_only=True):
    """What was used and what is reserved: picodollars and tokens."""

    key: MeterKey
    spent_usd: int = 0
    spent_tokens: int = 0
    reserved_usd: int = 0
    reserved_tokens: int = 0

    def used(self, measure: Measure) -> int:
        """What was used and what is reserved, of one measure."""
        if measure == "usd":
            return self.spent_usd + self.reserved_usd
        return self.spent_tokens + self.reserved_tokens


class Amount(Struct, frozen=True):
    """Picodollars and tokens."""

    usd: int = 0
    tokens: int = 0


class Claim(Struct, frozen=True, kw_only=True):
    """A call that is about to be made, and what it may use at most.

    Args:
        run: The run, with the fence of its driver.
        call_index: Which call of the run.
        attempt: Which attempt at it.
        amount: At most so much.
        now: Ms since the epoch.
        zone: The tenant's time zone.
    """

    run: Run
    call_index: int
    attempt: int
    amount: Amount
    now: int
    zone: str

    def subject(self, scope: Scope) -> str:
        """Whose meter of a scope this call counts on; empty where there is none."""
        match scope:
            case "tenant":
                return ""
            case "user":
                return self.run.user
            case "agent":
                return self.run.agent
            case "key":
                return self.run.key

    def key(self, quota: Quota) -> MeterKey | None:
        """The meter on which a quota counts this call; None when the quota is not about it."""
        subject = self.subject(quota.scope)
        if not quota.meant(subject) or (quota.scope == "key" and not subject):
            return None
        window = window_of(quota.period, day_of(self.now, self.zone), self.run.id)
        return MeterKey(self.run.tenant, quota.scope, subject, window)


class Refused(Struct, frozen=True):
    """A quota that has no room for a call, and how full its meter is."""

    quota: Quota
    used: int

    @property
    def reason(self) -> str:
        """Finishes the sentence "stopped because …"."""
        used = f"{money(self.used)} USD" if self.quota.measure == "usd" else f"{self.used:,} tokens"
        return f"the quota of {self.quota.words} has no room for another call ({used} are taken)"


class Granted(Struct, frozen=True):
    """Room was reserved. ``warn`` are quotas that are nearly full and did not say so before."""

    reserved: bool
    warn: tuple[Quota, ...] = ()


class Note(Struct, frozen=True, kw_only=True):
    """A quota was nearly full, or had no room, for the first time in a stretch of time.

    Args:
        quota_id: Which.
        subject: For which user, agent or key.
        window: In which stretch of time.
        event: ``quota.warning`` or ``quota.exceeded``.
        at: Ms since the epoch.
    """

    quota_id: str
    subject: str
    window: str
    event: str
    at: int

    @property
    def source(self) -> str:
        """What it is, in a form that is the same whenever it is told."""
        return f"{self.quota_id}/{self.subject}/{self.window}/{self.event}"


def window_of(period: Period, day: str, run_id: str) -> str:
    """The stretch of time that a call belongs to.

    Args:
        period: How long it is.
        day: The day of the call in the tenant's time zone.
        run_id: Its run.
    """
    match period:
        case "day":
            return f"d:{day}"
        case "month":
            return f"m:{day[:7]}"
        case "run":
            return f"r:{run_id}"


def day_of(at: int, zone: str) -> str:
    """The day in a time zone (``2026-11-30``) on which a moment lies.

    Args:
        at: Ms since the epoch.
        zone: An IANA name; "UTC" by itself.

    Raises:
        ZoneInfoNotFoundError: There is no such zone.
    """
    where = UTC if zone == "UTC" else _zone(zone)
    return datetime.fromtimestamp(at // 1000, where).strftime("%Y-%m-%d")


def money(pico: int) -> str:
    """Dollars for people: cents, or more digits where there would be none."""
    amount = from_pico(pico)
    cents = amount.quantize(Decimal("0.01"))
    return f"{cents if cents or not amount else amount:f}"


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
