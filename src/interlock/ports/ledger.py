"""The ports of the ledger and of quotas."""

from collections.abc import Sequence
from typing import Protocol

from interlock.domain.ledger import Entry, Owner
from interlock.domain.quotas import (
    Amount,
    Claim,
    Granted,
    Meter,
    MeterKey,
    Note,
    Period,
    Quota,
    Refused,
    Scope,
)
from interlock.domain.report import Count, Span, Sum

NAMES = ("agent", "role", "provider", "model", "kind", "outcome")
GROUPS = ("day", "month", "user", *NAMES)
"""By what sums can be grouped."""


class Ledger(Protocol):
    """What calls cost. Who may see it is decided elsewhere."""

    def owner(self, run_id: str) -> Owner:
        """Whose run it is.

        Raises:
            InterlockError: There is no such run.
        """
        ...

    def book(self, entry: Entry) -> bool:
        """Add a row to the ledger, to its day and to its meters. False: it was there already.

        Rows of events are booked by the append itself; this is for corrections.
        """
        ...

    def of_run(self, run_id: str) -> list[Entry]:
        """The rows of a run, corrections included, in order."""
        ...

    def page(self, tenant: str, span: tuple[int, int], limit: int) -> list[Entry]:
        """Rows of a tenant whose call was made in a stretch of time, by that time.

        Args:
            tenant: Whose.
            span: From, and to before; ms since the epoch.
            limit: How many at most.
        """
        ...

    def sums(self, span: Span, by: Sequence[str]) -> list[Sum]:
        """What a stretch of days holds, grouped by names of ``GROUPS``; from the kept sums."""
        ...

    def count(self, span: Span) -> Count:
        """How many runs, actions and active users a stretch of days has."""
        ...

    def kept(self, span: Span) -> list[Sum]:
        """The sums as they are kept."""
        ...

    def recounted(self, span: Span) -> list[Sum]:
        """The same sums, counted anew from the rows."""
        ...

    def invoiced(self, tenant: str, span: tuple[int, int], provider: str = "") -> list[Sum]:
        """What was booked by day of UTC, provider and model, as invoices have it."""
        ...

    def run_counts(self, tenant: str) -> dict[tuple[str, ...], int]:
        """Ended runs by day, user, agent and status, as they are kept."""
        ...

    def action_counts(self, tenant: str) -> dict[tuple[str, ...], int]:
        """Business actions by day, user, agent and tool, as they are kept."""
        ...

    def runs_between(self, tenant: str, span: tuple[int, int]) -> list[str]:
        """The runs of a tenant that began in a stretch of time, in the order of their turns."""
        ...

    def zone(self, tenant: str) -> str:
        """The time zone in which a tenant's days begin."""
        ...

    def put_zone(self, tenant: str, zone: str) -> None:
        """Choose it, for what is booked from now on."""
        ...


class Quotas(Protocol):
    """Bounds, the meters that they count on, and what is reserved there."""

    def put(self, quota: Quota) -> Quota:
        """Set a bound, in place of one of the same kind, whose id it then keeps."""
        ...

    def get(self, tenant: str, quota_id: str) -> Quota | None:
        """One bound."""
        ...

    def drop(self, tenant: str, quota_id: str) -> bool:
        """Lift a bound. False: there is none."""
        ...

    def of_tenant(self, tenant: str) -> list[Quota]:
        """A tenant's bounds, oldest first."""
        ...

    def every(self) -> tuple[list[Quota], dict[str, str]]:
        """All bounds, and the time zones of tenants that chose one."""
        ...

    def meters(self, tenant: str, scope: Scope, period: Period, day: str) -> list[Meter]:
        """The meters of a scope for a day, or for its month, by subject.

        Where no call asked for room yet, they say what was used.
        """
        ...

    def reserve(self, claim: Claim, quotas: Sequence[Quota]) -> Granted | Refused:
        """Reserve room for a call on all its meters, or on none.

        Asking again for the same attempt replaces what it reserved before.

        Raises:
            LeaseLost: Another driver has the run.
        """
        ...

    def noted(self, tenant: str) -> list[Note]:
        """Which bounds were nearly full or without room, and when for the first time."""
        ...

    def settle(self, run_id: str, call_index: int, attempt: int) -> Amount:
        """Give back what an attempt reserved; its row was booked. Returns how much it was."""
        ...

    def every_meter(self, tenant: str) -> list[Meter]:
        """All meters of a tenant."""
        ...

    def held(self, tenant: str) -> dict[MeterKey, Amount]:
        """What is reserved, by meter."""
        ...

    def left(self, tenant: str) -> list[tuple[str, int, int]]:
        """Attempts of runs that are over and have not given back what they reserved."""
        ...

    def release(self, run_id: str) -> None:
        """Give back whatever a run has reserved."""
        ...
