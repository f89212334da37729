"""The office: what people ask of the ledger. Each method is one transaction."""

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo, available_timezones

from msgspec import Struct

from interlock.domain.audit import act
from interlock.domain.events import ModelEnded, ModelFailed
from interlock.domain.ids import new_id
from interlock.domain.ledger import Entry
from interlock.domain.principals import Principal
from interlock.domain.quotas import Quota, day_of
from interlock.domain.report import Report, Span, Sum, report
from interlock.domain.rights import ADMIN, may_administer
from interlock.domain.usage import disjoint
from interlock.errors import Forbidden, Invalid, NotFound
from interlock.ledger.bounds import QuotaForm, QuotaView, quota_from, views_of
from interlock.ledger.recount import Difference, recount
from interlock.ledger.reprice import Attempt, Counts, Repriced, attempts_of, reprice
from interlock.ledger.till import Till
from interlock.ports import Clock, Reader, Store, Tx
from interlock.ports.ledger import GROUPS

ROWS = 100_000
"""Rows that one repricing looks at; a longer stretch is done in parts."""


class Wanted(Struct, frozen=True, kw_only=True):
    """Which report: days in the tenant's time zone, both inclusive; empty for this month."""

    first: str = ""
    last: str = ""
    by: tuple[str, ...] = ("day",)
    user: str = ""
    agent: str = ""


class Repricing(Struct, frozen=True):
    """What differs. ``written``: corrections were booked."""

    changes: list[Repriced]
    difference: Decimal
    written: bool


class Office:
    """Reports, quotas, repricing and recounts.

    Args:
        store: Keeps it all.
        clock: The time.
        till: Of this process; it hears of new quotas at once.
        make_id: Makes ids of quotas.
    """

    def __init__(
        self, store: Store, clock: Clock, till: Till, make_id: Callable[[str], str] = new_id
    ) -> None:
        self._store = store
        self._clock = clock
        self._till = till
        self._make_id = make_id

    async def report(self, who: Principal, wanted: Wanted) -> Report:
        """The report of a stretch of days: one's own use, or the tenant's for its admin.

        Raises:
            Invalid: A day or a group is none.
        """
        now = self._clock.now()
        return await self._store.read(lambda reader: _report(reader, who, wanted, now))

    async def rows(self, run_id: str) -> list[Entry]:
        """The rows of a run, corrections included."""
        return await self._store.read(lambda reader: reader.ledger.of_run(run_id))

    async def quotas(self, who: Principal) -> list[QuotaView]:
        """The bounds that count for somebody: all of the tenant for its admin."""
        now = self._clock.now()
        return await self._store.read(lambda reader: views_of(reader, who, now))

    async def put_quota(self, who: Principal, form: QuotaForm) -> Quota:
        """Set a bound.

        Raises:
            Forbidden: Not an admin.
            Invalid: The limit or the subject makes no sense.
        """
        _refuse_unless_admin(who)
        now = self._clock.now()
        quota = quota_from(who, form, self._make_id("quota"), now)

        def work(tx: Tx) -> Quota:
            kept = tx.quotas.put(quota)
            tx.access.audit.record(act(who, "quota.set", kept.id, now, kept.words))
            return kept

        kept = await self._store.write(work)
        self._till.budget.forget()
        return kept

    async def drop_quota(self, who: Principal, quota_id: str) -> None:
        """Lift a bound.

        Raises:
            Forbidden: Not an admin.
            NotFound: There is no such bound.
        """
        _refuse_unless_admin(who)
        now = self._clock.now()

        def work(tx: Tx) -> None:
            if not tx.quotas.drop(who.tenant, quota_id):
                raise NotFound("There is no such quota.", "quota_not_found")
            tx.access.audit.record(act(who, "quota.drop", quota_id, now))

        await self._store.write(work)
        self._till.budget.forget()

    async def put_zone(self, who: Principal, zone: str) -> str:
        """Choose where the tenant's days begin, for what is booked from now on.

        Raises:
            Forbidden: Not an admin.
            Invalid: There is no such zone.
        """
        _refuse_unless_admin(who)
        if zone != "UTC" and zone not in available_timezones():
            raise Invalid("Name a time zone as IANA does, for example Europe/Berlin.", "bad_zone")
        now = self._clock.now()

        def work(tx: Tx) -> str:
            tx.ledger.put_zone(who.tenant, str(ZoneInfo(zone)))
            tx.access.audit.record(act(who, "usage.zone", who.tenant, now, zone))
            return zone

        kept = await self._store.write(work)
        self._till.budget.forget()
        return kept

    async def reprice(
        self, who: Principal, span: tuple[int, int], *, dry_run: bool = True
    ) -> Repricing:
        """What booked calls would cost at today's prices; if it is no dry run, book the difference.

        Args:
            who: An admin.
            span: Of calls made from, and to before; ms since the epoch.
            dry_run: Change nothing.

        Raises:
            Forbidden: Not an admin.
        """
        _refuse_unless_admin(who)
        now = self._clock.now()

        def work(tx: Tx) -> Repricing:
            found = _differences(tx, self._till, who.tenant, span)
            for _, row in found:
                tx.ledger.book(row)
            told = _repricing([one for one, _ in found], written=True)
            tx.access.audit.record(act(who, "usage.reprice", who.tenant, now, len(found)))
            return told

        if not dry_run:
            return await self._store.write(work)
        found = await self._store.read(
            lambda reader: _differences(reader, self._till, who.tenant, span)
        )
        return _repricing([one for one, _ in found], written=False)

    async def invoiced(self, who: Principal, span: tuple[int, int], provider: str) -> list[Sum]:
        """What was booked by day of UTC, provider and model, to lay beside an invoice.

        Raises:
            Forbidden: Not an admin.
        """
        _refuse_unless_admin(who)
        return await self._store.read(
            lambda reader: reader.ledger.invoiced(who.tenant, span, provider)
        )

    async def recount(self, who: Principal) -> list[Difference]:
        """Count the tenant's ledger anew from the events; every difference to what is kept.

        Raises:
            Forbidden: Not an admin.
        """
        _refuse_unless_admin(who)
        return await self._store.read(lambda reader: recount(reader, who.tenant))


def _refuse_unless_admin(who: Principal) -> None:
    if not may_administer(who):
        raise Forbidden("This needs the role admin.", "not_admin")


def _report(reader: Reader, who: Principal, wanted: Wanted, now: int) -> Report:
    unknown = [name for name in wanted.by if name not in GROUPS]
    if unknown:
        raise Invalid(f"Group by some of {', '.join(GROUPS)}.", "bad_group")
    zone = reader.ledger.zone(who.tenant)
    today = day_of(now, zone)
    first, last = wanted.first or f"{today[:7]}-01", wanted.last or today
    span = Span(
        tenant=who.tenant,
        since=_day(first),
        until=_day(last, 1),
        user=wanted.user if ADMIN in who.roles else who.user,
        agent=wanted.agent,
    )
    ledger = reader.ledger
    groups = ledger.sums(span, wanted.by)
    outcomes = ledger.sums(span, ("outcome",))
    return report(span, zone, wanted.by, groups, outcomes, ledger.count(span))


def _day(text: str, later: int = 0) -> str:
    try:
        return (date.fromisoformat(text) + timedelta(days=later)).isoformat()
    except (ValueError, OverflowError) as error:
        raise Invalid("Write a day as 2026-11-30.", "bad_day") from error


def _differences(
    reader: Reader, till: Till, tenant: str, span: tuple[int, int]
) -> list[tuple[Repriced, Entry]]:
    rows = reader.ledger.page(tenant, span, ROWS)
    found = (reprice(till.book, one, _unpriced(reader, one)) for one in attempts_of(rows))
    return [one for one in found if one is not None]


def _unpriced(reader: Reader, one: Attempt) -> Counts:
    """What an attempt without lines used: its event knows the classes."""
    first = one.first
    if first.lines or not first.tokens.total + first.tokens.other_units:
        return {}
    events = reader.events(first.run_id, first.seq - 1, 1)
    fact = events[0].data if events else None
    if isinstance(fact, ModelEnded | ModelFailed):
        return disjoint(fact.usage).counts
    return {}


def _repricing(changes: list[Repriced], *, written: bool) -> Repricing:
    difference = sum((one.new - (one.old or 0) for one in changes), Decimal(0))
    return Repricing(changes, difference, written)
