"""Count everything anew from the events, and name every difference to what is kept.

The rows must be what the events say, the sums what the rows say, and nothing may stay reserved by a
run that is over.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from interlock.domain.events import Event, RunEnded, ToolEnded
from interlock.domain.ledger import Entry, Owner, entry_of
from interlock.domain.money import to_pico
from interlock.domain.quotas import Amount, Measure, MeterKey, Period, Scope, day_of, window_of
from interlock.domain.report import Span, Sum
from interlock.ports import Reader

ALWAYS = (0, 2**62)
_PERIODS: tuple[Period, ...] = ("day", "month", "run")
EVERY_DAY = ("0000-00-00", "9999-99-99")


class Difference(Struct, frozen=True, kw_only=True):
    """Something that is kept and does not follow from the events.

    Args:
        what: ``row``, ``day``, ``runs``, ``actions``, ``meter`` or ``reservation``.
        where: Which one.
        kept: What the table says; empty when it has none.
        right: What follows from the events; empty when nothing does.
    """

    what: str
    where: str
    kept: str
    right: str


def recount(reader: Reader, tenant: str) -> list[Difference]:
    """Count a tenant's ledger anew. It reads every event of the tenant.

    Args:
        reader: One consistent view.
        tenant: Whose.
    """
    ledger = reader.ledger
    runs: Counter[tuple[str, ...]] = Counter()
    actions: Counter[tuple[str, ...]] = Counter()
    spent: Counter[tuple[MeterKey, Measure]] = Counter()
    found: list[Difference] = []
    for run_id in ledger.runs_between(tenant, ALWAYS):
        owner = ledger.owner(run_id)
        events = reader.events(run_id)
        _count(owner, events, runs, actions)
        rows = ledger.of_run(run_id)
        _measure(rows, spent)
        found += compare_rows(rows, owner, events)
    span = Span(tenant=tenant, since=EVERY_DAY[0], until=EVERY_DAY[1])
    found += _compare_sums(ledger.kept(span), ledger.recounted(span))
    found += _compare_counts("runs", ledger.run_counts(tenant), runs)
    found += _compare_counts("actions", ledger.action_counts(tenant), actions)
    found += _compare_meters(reader, tenant, spent)
    found += [
        Difference(what="reservation", where=f"{run} {call}.{attempt}", kept="held", right="")
        for run, call, attempt in reader.quotas.left(tenant)
    ]
    return found


def compare_rows(rows: Iterable[Entry], owner: Owner, events: Iterable[Event]) -> list[Difference]:
    """The rows of a run against its events. Corrections follow from no event."""
    made = (entry_of(owner, event) for event in events)
    right = {(one.call_index, one.attempt): one for one in made if one is not None}
    kept = {(one.call_index, one.attempt): one for one in rows if one.revision == 0}
    found: list[Difference] = []
    for key in sorted(right.keys() | kept.keys()):
        mine, theirs = kept.get(key), right.get(key)
        where = f"{owner.run_id} {key[0]}.{key[1]}"
        if mine is None or theirs is None:
            pair = _words(mine), _words(theirs)
            found.append(Difference(what="row", where=where, kept=pair[0], right=pair[1]))
            continue
        for name in Entry.__struct_fields__:
            if name != "day" and getattr(mine, name) != getattr(theirs, name):
                here, there = getattr(mine, name), getattr(theirs, name)
                told = {"what": "row", "where": f"{where} {name}"}
                found.append(Difference(**told, kept=str(here), right=str(there)))
    return found


def _words(entry: Entry | None) -> str:
    return "" if entry is None else f"{entry.model} {entry.cost} USD"


def _count(
    owner: Owner,
    events: Iterable[Event],
    runs: Counter[tuple[str, ...]],
    actions: Counter[tuple[str, ...]],
) -> None:
    for event in events:
        fact = event.data
        where = (day_of(event.time, owner.zone), owner.user, owner.agent)
        if isinstance(fact, RunEnded):
            runs[(*where, fact.status)] += 1
        elif isinstance(fact, ToolEnded) and fact.business:
            actions[(*where, fact.name)] += 1


def _measure(rows: Iterable[Entry], spent: Counter[tuple[MeterKey, Measure]]) -> None:
    """Add what rows say to every meter that they may count on."""
    for row in rows:
        usd = 0 if row.cost is None else to_pico(row.cost)
        whose: tuple[tuple[Scope, str], ...] = (
            ("tenant", ""),
            ("user", row.user),
            ("agent", row.agent),
            ("key", row.key),
        )
        for scope, subject in whose:
            for period in _PERIODS:
                key = MeterKey(row.tenant, scope, subject, window_of(period, row.day, row.run_id))
                spent[key, "usd"] += usd
                spent[key, "tokens"] += row.tokens.total


def _compare_meters(
    reader: Reader, tenant: str, spent: Counter[tuple[MeterKey, Measure]]
) -> list[Difference]:
    """The meters that there are against the rows, and against what is reserved."""
    held = reader.quotas.held(tenant)
    found: list[Difference] = []
    for meter in reader.quotas.every_meter(tenant):
        reserved = held.get(meter.key, Amount())
        kept = (meter.spent_usd, meter.spent_tokens, meter.reserved_usd, meter.reserved_tokens)
        key = meter.key
        right = (spent[key, "usd"], spent[key, "tokens"], reserved.usd, reserved.tokens)
        if kept != right:
            where = f"{key.scope} {key.subject} {key.window}"
            found.append(Difference(what="meter", where=where, kept=str(kept), right=str(right)))
    return found


def _compare_sums(kept: list[Sum], right: list[Sum]) -> list[Difference]:
    mine = {_place(one): one for one in kept}
    theirs = {_place(one): one for one in right}
    return [
        Difference(
            what="day",
            where=" ".join(str(part) for part in place if part != ""),
            kept=_figures(mine.get(place)),
            right=_figures(theirs.get(place)),
        )
        for place in sorted(mine.keys() | theirs.keys())
        if mine.get(place) != theirs.get(place)
    ]


def _place(one: Sum) -> tuple[str, ...]:
    outcome = f"{one.outcome}{' fallback' if one.fallback else ''}"
    return one.day, one.user, one.agent, one.role, one.provider, one.model, one.kind, outcome


def _figures(one: Sum | None) -> str:
    if one is None:
        return ""
    unsure = f"{one.unpriced} unpriced, {one.estimated} estimated"
    return f"{one.calls} calls, {one.tokens.total} tokens, {one.cost} USD, {unsure}"


def _compare_counts(
    what: str, kept: Mapping[tuple[str, ...], int], right: Mapping[tuple[str, ...], int]
) -> list[Difference]:
    return [
        Difference(
            what=what,
            where=" ".join(place),
            kept=str(kept.get(place, "")),
            right=str(right.get(place, "")),
        )
        for place in sorted(kept.keys() | right.keys())
        if kept.get(place) != right.get(place)
    ]
