"""Quotas in the database: bounds, meters and reservations."""

from collections.abc import Iterable, Mapping, Sequence

from interlock.domain.notices import QuotaEvent, bounded
from interlock.domain.quotas import (
    WARN_PERCENT,
    Amount,
    Claim,
    Granted,
    Measure,
    Meter,
    MeterKey,
    Note,
    Period,
    Quota,
    Refused,
    Scope,
    window_of,
)
from interlock.errors import LeaseLost
from interlock.store.hooks import Hooks
from interlock.store.post import post
from interlock.store.session import NONE, Row, Session, Value

_MOST = 2**62
"""The cap of a measure that no quota bounds."""


class Quotas:
    """``ports.ledger.Quotas`` over a session."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def put(self, quota: Quota) -> Quota:
        """Set a bound, in place of one of the same kind, whose id it then keeps."""
        values = {name: getattr(quota, name) for name in Quota.__struct_fields__}
        self._session.run("add_quota", values)
        row = self._session.one("quota_like", values)
        return quota if row is None else _quota(row)

    def get(self, tenant: str, quota_id: str) -> Quota | None:
        """One bound."""
        row = self._session.one("quota", {"tenant": tenant, "id": quota_id})
        return None if row is None else _quota(row)

    def drop(self, tenant: str, quota_id: str) -> bool:
        """Lift a bound. False: there is none."""
        return self._session.run("drop_quota", {"tenant": tenant, "id": quota_id}) == 1

    def of_tenant(self, tenant: str) -> list[Quota]:
        """A tenant's bounds, oldest first."""
        return [_quota(row) for row in self._session.all("quotas_of_tenant", {"tenant": tenant})]

    def every(self) -> tuple[list[Quota], dict[str, str]]:
        """All bounds, and the time zones of tenants that chose one."""
        quotas = [_quota(row) for row in self._session.all("every_quota", NONE)]
        zones = self._session.all("every_zone", NONE)
        return quotas, {row["tenant"]: row["zone"] for row in zones}

    def meters(self, tenant: str, scope: Scope, period: Period, day: str) -> list[Meter]:
        """The meters of a scope for a day, or for its month, by subject.

        Where no call asked for room yet, they say what was used.
        """
        stretch = window_of(period, day, "")
        values: dict[str, Value] = {"tenant": tenant, "scope": scope, "stretch": stretch}
        kept = [_meter(row) for row in self._session.all("meters_of", values)]
        found = {meter.key: meter for meter in kept}
        name = "spent_by_keys" if scope == "key" else "spent_by_subjects"
        for row in self._session.all(name, {**values, **_days(stretch)}):
            key = MeterKey(tenant, scope, row["subject"], stretch)
            found.setdefault(key, Meter(key=key, spent_usd=row["usd"], spent_tokens=row["tokens"]))
        return [found[key] for key in sorted(found)]

    def reserve(self, claim: Claim, quotas: Sequence[Quota]) -> Granted | Refused:
        """Reserve room for a call on all its meters, or on none."""
        run = claim.run
        row = self._session.one("run", {"run_id": run.id})
        if row is None or row["fence"] != run.fence:
            raise LeaseLost(f"run {run.id} has a new driver")
        self.settle(run.id, claim.call_index, claim.attempt)
        by_meter: dict[MeterKey, list[Quota]] = {}
        for quota in quotas:
            key = claim.key(quota)
            if key is not None:
                by_meter.setdefault(key, []).append(quota)
        self._begin([key for key in sorted(by_meter) if self._meter(key) is None], claim)
        near: list[tuple[Quota, MeterKey, int]] = []
        for key in sorted(by_meter):  # always in one order: two transactions never block each other
            bounds = by_meter[key]
            meter = self._meter(key) or Meter(key=key)
            if not self._hold(key, bounds, claim):
                self.settle(run.id, claim.call_index, claim.attempt)
                return self._refuse(bounds, meter, claim)
            near += _nearly_full(bounds, meter, claim.amount)
        warned = self._note("warn", "quota.warning", near, claim)
        return Granted(bool(by_meter), warned)

    def noted(self, tenant: str) -> list[Note]:
        """Which bounds were nearly full or without room, and when for the first time."""
        return [
            Note(window=row["stretch"], **{name: row[name] for name in _NOTE})
            for row in self._session.all("quota_notes", {"tenant": tenant})
        ]

    def settle(self, run_id: str, call_index: int, attempt: int) -> Amount:
        """Give back what an attempt reserved. Returns how much it was."""
        values: dict[str, Value] = {
            "run_id": run_id,
            "call_index": call_index,
            "attempt": attempt,
        }
        given = self._give_back(self._session.all("reservations_of_call", values))
        return Amount(*given)

    def release(self, run_id: str) -> None:
        """Give back whatever a run has reserved."""
        self._give_back(self._session.all("reservations_of_run", {"run_id": run_id}))

    def every_meter(self, tenant: str) -> list[Meter]:
        """All meters of a tenant."""
        return [_meter(row) for row in self._session.all("every_meter", {"tenant": tenant})]

    def held(self, tenant: str) -> dict[MeterKey, Amount]:
        """What is reserved, by meter."""
        return {
            MeterKey(tenant, row["scope"], row["subject"], row["stretch"]): Amount(
                row["usd"], row["tokens"]
            )
            for row in self._session.all("held_on_meters", {"tenant": tenant})
        }

    def left(self, tenant: str) -> list[tuple[str, int, int]]:
        """Attempts of runs that are over and have not given back what they reserved."""
        rows = self._session.all("left_reservations", {"tenant": tenant})
        return [(row["run_id"], row["call_index"], row["attempt"]) for row in rows]

    def spend(self, values: Mapping[str, Value]) -> None:
        """Add what a row of the ledger says to every meter that it counts on."""
        day, run_id = str(values["day"]), str(values["run_id"])
        stretches: dict[str, Value] = {
            "day_stretch": window_of("day", day, run_id),
            "month_stretch": window_of("month", day, run_id),
            "run_stretch": window_of("run", day, run_id),
        }
        self._session.run("spend", {**values, **stretches})

    def _give_back(self, rows: Sequence[Row]) -> tuple[int, int]:
        usd, tokens = 0, 0
        for row in rows:
            values = {name: row[name] for name in _RESERVATION}
            if self._session.run("drop_reservation", values) == 1:
                self._session.run("let_go", values)
                usd, tokens = max(usd, row["usd"]), max(tokens, row["tokens"])
        return usd, tokens

    def _meter(self, key: MeterKey) -> Meter | None:
        row = self._session.one("meter", _key(key))
        return None if row is None else _meter(row)

    def _begin(self, keys: Sequence[MeterKey], claim: Claim) -> None:
        """Begin meters at what was used. A row that is booked meanwhile would count on none."""
        if any(not key.window.startswith("r:") for key in keys):  # a run has one driver: us
            self._session.begin_with("quiet_ledger")
        for key in keys:
            self._session.run("add_meter", {**_key(key), **self._spent_before(key, claim)})

    def _spent_before(self, key: MeterKey, claim: Claim) -> dict[str, Value]:
        """What was used in the stretch before anybody measured it."""
        kind, _, what = key.window.partition(":")
        if kind == "r":
            row = self._session.one("spent_in_run", {"run_id": what})
        else:
            values: dict[str, Value] = {
                "tenant": key.tenant,
                **_days(key.window),
                "user": claim.run.user if key.scope == "user" else "",
                "agent": claim.run.agent if key.scope == "agent" else "",
                "key": claim.run.key,
            }
            name = "spent_by_key" if key.scope == "key" else "spent_before"
            row = self._session.one(name, values)
        return {"usd": 0, "tokens": 0} if row is None else {k: row[k] for k in ("usd", "tokens")}

    def _hold(self, key: MeterKey, bounds: Sequence[Quota], claim: Claim) -> bool:
        values: dict[str, Value] = {
            **_key(key),
            "usd": claim.amount.usd,
            "tokens": claim.amount.tokens,
            "cap_usd": _cap(bounds, "usd"),
            "cap_tokens": _cap(bounds, "tokens"),
        }
        if self._session.run("hold", values) != 1:
            return False
        self._session.run(
            "add_reservation",
            {
                **values,
                "run_id": claim.run.id,
                "call_index": claim.call_index,
                "attempt": claim.attempt,
                "fence": claim.run.fence,
                "made_at": claim.now,
            },
        )
        return True

    def _refuse(self, bounds: Sequence[Quota], meter: Meter, claim: Claim) -> Refused:
        """The first bound that has no room; the meter may have moved since it was read."""
        without = [
            one
            for one in bounds
            if meter.used(one.measure) + _of(claim.amount, one.measure) > one.cap
        ] or bounds[:1]
        full = [(one, meter.key, meter.used(one.measure)) for one in without]
        self._note("note_full", "quota.exceeded", full, claim)
        return Refused(full[0][0], full[0][2])

    def _note(
        self,
        query: str,
        event: QuotaEvent,
        found: Iterable[tuple[Quota, MeterKey, int]],
        claim: Claim,
    ) -> tuple[Quota, ...]:
        """Note how full bounds are, and tell of it who subscribed. Returns those that are new."""
        fresh = [
            (quota, key, used)
            for quota, key, used in found
            if self._session.run(query, {**_key(key), "quota_id": quota.id, "now": claim.now}) == 1
        ]
        if fresh:
            hooks = Hooks(self._session)
            notices = [bounded(event, quota, key, used, claim) for quota, key, used in fresh]
            post(hooks, hooks.active(claim.run.tenant), notices)
        return tuple(quota for quota, _, _ in fresh)


_NOTE = ("quota_id", "subject", "event", "at")

_RESERVATION = (
    "run_id",
    "call_index",
    "attempt",
    "tenant",
    "scope",
    "subject",
    "stretch",
    "usd",
    "tokens",
)


def _key(key: MeterKey) -> dict[str, Value]:
    return {
        "tenant": key.tenant,
        "scope": key.scope,
        "subject": key.subject,
        "stretch": key.window,
    }


def _days(window: str) -> dict[str, Value]:
    """The days of a stretch of time, from and to before; none for a run."""
    kind, _, what = window.partition(":")
    match kind:
        case "d":
            return {"since": what, "until": f"{what}~"}
        case "m":
            return {"since": f"{what}-01", "until": f"{what}-32"}
        case _:
            return {"since": "", "until": ""}


def _cap(bounds: Sequence[Quota], measure: Measure) -> int:
    return min((one.cap for one in bounds if one.measure == measure), default=_MOST)


def _of(amount: Amount, measure: Measure) -> int:
    return amount.usd if measure == "usd" else amount.tokens


def _nearly_full(
    bounds: Iterable[Quota], before: Meter, amount: Amount
) -> list[tuple[Quota, MeterKey, int]]:
    """Bounds that are to be warned of, with what a call and those before it take."""
    taken = [(one, before.used(one.measure) + _of(amount, one.measure)) for one in bounds]
    return [(one, before.key, used) for one, used in taken if used * 100 >= one.cap * WARN_PERCENT]


def _quota(row: Row) -> Quota:
    return Quota(**{name: row[name] for name in Quota.__struct_fields__})


def _meter(row: Row) -> Meter:
    key = MeterKey(row["tenant"], row["scope"], row["subject"], row["stretch"])
    names = ("spent_usd", "spent_tokens", "reserved_usd", "reserved_tokens")
    return Meter(key=key, **{name: row[name] for name in names})
